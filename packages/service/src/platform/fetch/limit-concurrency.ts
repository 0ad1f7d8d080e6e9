import pLimit, { type LimitFunction } from 'p-limit';

/** Lets work wait for its turn: at most so many at a time, and so many of them for one host. */
export function limitConcurrency(parallel: number, perHost: number) {
  const all = pLimit(parallel);
  const hosts = new Map<string, LimitFunction>();

  return async function inTurn<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    const one = hosts.get(host) ?? pLimit(perHost);
    hosts.set(host, one);
    try {
      // Who waits for a slow host holds no place that others could have.
      return await one(() => all(work));
    } finally {
      if (one.activeCount + one.pendingCount === 0) hosts.delete(host);
    }
  };
}
