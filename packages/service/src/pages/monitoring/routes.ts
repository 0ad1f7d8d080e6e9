import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import {
  openMetricsText,
  openMetricsType,
  prometheusText,
  prometheusType,
  takesOpenMetrics,
} from '../../platform/metrics/text.ts';
import { RateLimit } from '../../platform/network/rate-limit.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';

interface Monitoring {
  /** Fails when the database cannot be asked. */
  askDatabase(): Promise<unknown>;
  metrics: Metrics;
  /** Token for reading the metrics; without one they cannot be read. */
  metricsToken: string | undefined;
}

/** A database that takes longer is not ready. */
const patienceMillis = 2000;
/** Rate limit for wrong tokens: programs with an outdated token ask every few seconds, attackers more often. */
const wrongTokens = { burst: 60, perSecond: 1, clients: 20_000 };
/** An answer is good for so long, so that asking often costs the database nothing. */
const memoryMillis = 1000;

/**
 * For programs that watch the service: `/health` answers as long as the process does, `/ready` when the database does
 * too, `/metrics` in the text format of Prometheus or in OpenMetrics to whoever has the token.
 */
export function registerMonitoringRoutes(
  app: FastifyInstance,
  { askDatabase, metrics, metricsToken }: Monitoring,
  patience = patienceMillis,
): void {
  let last: { at: number; ready: Promise<boolean> } | undefined;
  const isReady = () => {
    if (last === undefined || last.at + memoryMillis < performance.now()) {
      last = { at: performance.now(), ready: inTime(askDatabase(), patience) };
    }
    return last.ready;
  };

  app.get('/health', async (_request, reply) => json(reply, 200, { status: 'ok' }));

  app.get('/ready', async (_request, reply) =>
    (await isReady())
      ? json(reply, 200, { status: 'ready' })
      : json(reply, 503, { status: 'not ready', reason: 'the database does not answer' }),
  );

  if (metricsToken === undefined) return;
  const limit = new RateLimit(wrongTokens);
  app.get('/metrics', async ({ headers, ip }, reply) => {
    const [, token = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    if (!isSame(token, metricsToken)) {
      const seconds = limit.take(clientNetwork(ip));
      if (seconds > 0) {
        return json(reply.header('retry-after', String(seconds)), 429, {
          status: 'too many wrong tokens were sent from this address',
        });
      }
      return json(reply.header('www-authenticate', 'Bearer'), 401, {
        status: 'the token of the metrics is missing or wrong',
      });
    }
    const open = takesOpenMetrics(headers.accept);
    const type = open ? openMetricsType : prometheusType;
    reply.headers({ 'content-type': type, 'cache-control': 'no-store', vary: 'Accept' });
    const families = await metrics.read();
    return open ? openMetricsText(families) : prometheusText(families);
  });
}

function json(reply: FastifyReply, code: number, body: object) {
  return reply
    .code(code)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(body));
}

async function inTime(work: Promise<unknown>, millis: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), millis);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, tooLate]).finally(() => clearTimeout(timer));
}

/** In a time that tells nothing about either. */
function isSame(a: string, b: string): boolean {
  const [hashA, hashB] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(hashA!, hashB!);
}
