import { type ConnectOptions, connect } from '../../src/runtime/index.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface Seen {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Virtual milliseconds since the start. */
  at: number;
}

export type Answer = Response | Error | 'silence' | ((request: Request) => Response | Promise<Response>);

/** A service in memory: gives its answers in turn, the last one again and again, and remembers what it saw. */
export function memoryService(answers: Answer[], options: Partial<ConnectOptions> = {}) {
  const clock = new VirtualClock();
  const seen: Seen[] = [];
  const queue = [...answers];
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url } = request;
    const headers = Object.fromEntries(request.headers);
    seen.push({ method, url, headers, body: await request.clone().text(), at: clock.elapsed });
    const answer = queue.length > 1 ? queue.shift()! : queue[0]!;
    if (answer === 'silence') return untilAborted(request.signal);
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(request) : answer.clone();
  };
  const connection = connect({ baseUrl: 'https://mail.test/1.0', apiKey: 'secret', fetch, clock, ...options });
  return { connection, clock, seen };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
