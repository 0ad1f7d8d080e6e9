import { ApiError, type RawRequest } from '@mailwright/server';
import type { Log } from '../platform/log/log.ts';
import { RateLimit } from '../platform/network/rate-limit.ts';
import { clientNetwork } from '../platform/network/remote-address.ts';

/**
 * Programs with an outdated key, and tests of the whole interface, try keys some hundred times; who goes on looks for keys.
 */
const allowance = { burst: 1000, perSecond: 10, clients: 20_000 };
const restMillis = 60_000;

/** Counts keys that are not valid, for each address; valid ones of the same address are not meant. */
export class FailedKeys {
  #limit: RateLimit;
  #now: () => number;
  #log: Log;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** @param now monotonic clock in milliseconds */
  constructor(log: Log, now: () => number = () => performance.now()) {
    this.#limit = new RateLimit(allowance, now);
    this.#now = now;
    this.#log = log;
  }

  /** @throws ApiError 429 in place of the 401, when there were too many */
  note({ remoteAddress = '' }: Pick<RawRequest, 'remoteAddress'>): void {
    const seconds = this.#limit.take(clientNetwork(remoteAddress));
    if (seconds === 0) return;
    if (this.#now() - this.#toldAt >= restMillis) {
      this.#toldAt = this.#now();
      this.#log('One address has sent many invalid API keys; further attempts are answered with 429.');
    }
    const headers: [string, string][] = [['Retry-After', String(seconds)]];
    throw new ApiError(429, 'Too many invalid API keys were sent from this address. Retry later.', { headers });
  }
}
