import { FairSemaphore } from '../turns/fair-semaphore.ts';
import { accountInCharge } from '../turns/on-behalf.ts';

export interface ConcurrencyLimits {
  all: number;
  perAccount: number;
  /** Of each account, so that one cannot make another wait for a host. */
  perHost: number;
}

/** Returns a function that runs work when the limits permit; accounts that wait take turns. */
export function limitConcurrency({ all, perAccount, perHost }: ConcurrencyLimits) {
  const total = new FairSemaphore({ all, perAccount });
  const hosts = new Map<string, FairSemaphore>();

  return async function inTurn<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    const account = accountInCharge();
    const key = `${account} ${host}`;
    const one = hosts.get(key) ?? new FairSemaphore({ all: perHost, perAccount: perHost });
    hosts.set(key, one);
    try {
      // Work that waits for a slow host holds no place that other work could have.
      return await one.run(account, () => total.run(account, work));
    } finally {
      if (one.isUnused) hosts.delete(key);
    }
  };
}
