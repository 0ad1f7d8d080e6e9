import { LONGEST_JUDGED } from '../exchange/exchange.ts';
import { InputError } from '../input-error.ts';
import { createSampler } from '../proxy/sample.ts';
import { watchFetch } from './fetch.ts';
import { type NodeRequest, type NodeResponse, type Take, watchNode } from './node.ts';
import type { NotJudged, SampleCounts, SampleOptions } from './options.ts';
import { tellOnce } from './tell.ts';
import { type Judged, type JudgeThread, startThread, type ThreadWork } from './thread.ts';

/** Judges a sample of the requests of the application that it is part of. */
export interface TrafficSample {
  /** For Express, NestJS and Connect: `app.use(…)`, before whatever reads bodies. For `node:http`: `server.prependListener('request', …)`. */
  middleware(incoming: NodeRequest, outgoing: NodeResponse, next?: (error?: unknown) => void): void;
  /** For Fastify: `app.addHook('onRequest', …)`. */
  fastifyHook(request: { raw: NodeRequest }, reply: { raw: NodeResponse }, done: () => void): void;
  /** For Hono: `app.use(…)`. */
  honoMiddleware(context: { req: { raw: Request }; res: Response }, next: () => Promise<void>): Promise<void>;
  /** Returns a handler in the style of `fetch` that does what `handler` does. */
  fetch<Rest extends unknown[]>(
    handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  ): (request: Request, ...rest: Rest) => Response | Promise<Response>;
  /** What was seen so far. */
  counts(): SampleCounts;
  /** Ends the sample. Resolves when what was taken is judged. */
  close(): Promise<void>;
}

/**
 * Judges a part of the requests of a deployed service against its description, in a thread of its own. Answers are neither delayed
 * nor changed; memory is limited; values are masked; no fault reaches a client.
 * @throws InputError for options that are out of range
 */
export function sampleTraffic(options: SampleOptions): TrafficSample {
  const { share, longestBody = 2 ** 20, onDrift = tellOnce((line) => console.warn(line)) } = options;
  requireRange('share', share, 1);
  requireRange('longestBody', longestBody, LONGEST_JUDGED);
  const { onError = (error: Error) => console.error(`Contract: ${error.message}`) } = options;
  const isChosen = createSampler(share * 100, options.random);
  const notJudged = { elsewhere: 0, aborted: 0, busy: 0, failed: 0, preflight: 0, page: 0, body: 0 };
  const counts: SampleCounts = { requests: 0, judged: 0, drifts: 0, notJudged };
  const count = (why: NotJudged, number = 1) => {
    notJudged[why] += number;
  };
  let isOpen = share > 0;

  const tell = (error: Error) => {
    try {
      onError(error);
    } catch {
      // The application has to go on.
    }
  };
  /** Runs what must not disturb the application. */
  const quietly = (act: () => void) => {
    try {
      act();
    } catch (error) {
      tell(error as Error);
    }
  };
  const fail = (error: Error, waiting: number) => {
    isOpen = false;
    count('failed', waiting);
    tell(new Error(`the sample of traffic has ended: ${error.message}`));
  };
  const onJudged = ({ outcome, drift, isPartial, fault }: Judged) => {
    if (outcome === 'judged') counts.judged++;
    else count(outcome);
    if (isPartial) count('body');
    if (drift) counts.drifts++;
    if (drift) quietly(() => onDrift(drift));
    if (fault !== undefined) tell(new Error(`an exchange could not be judged: ${fault}`));
  };
  const start = (): JudgeThread => startThread(workOf(options), { onJudged, onEnd: fail });
  // A file that cannot be read is told at the start.
  let thread = isOpen && typeof options.description === 'string' ? start() : undefined;

  const chooses = () => {
    counts.requests++;
    return isOpen && isChosen();
  };
  const take: Take = (read) =>
    quietly(() => {
      const exchange = read();
      if (!exchange) return count('aborted');
      thread ??= start();
      if (!thread.take(exchange)) count('busy');
    });
  const middleware: TrafficSample['middleware'] = (incoming, outgoing, next) => {
    quietly(() => {
      if (chooses()) watchNode(incoming, outgoing, longestBody, take);
    });
    next?.();
  };

  return {
    middleware,
    fastifyHook: (request, reply, done) => middleware(request.raw, reply.raw, done),
    async honoMiddleware(context, next) {
      if (!chooses()) return next();
      const answer = async () => {
        await next();
        return context.res;
      };
      const response = await watchFetch(context.req.raw, answer, longestBody, take);
      if (response !== context.res) context.res = response;
    },
    fetch:
      (handler) =>
      (request, ...rest) =>
        chooses()
          ? watchFetch(request, async () => handler(request, ...rest), longestBody, take)
          : handler(request, ...rest),
    counts: () => structuredClone(counts),
    async close() {
      isOpen = false;
      await thread?.close();
    },
  };
}

async function workOf({ description, base, har, showValues = false }: SampleOptions): Promise<ThreadWork> {
  const given = typeof description === 'string' ? { file: description } : { text: JSON.stringify(await description()) };
  return { description: given, base, har, showValues };
}

function requireRange(name: string, value: number, most: number): void {
  if (!(value >= 0 && value <= most))
    throw new InputError(`${name} must be a number from 0 to ${most} but was ${value}`);
}
