import { BoundedMap } from '../cache/bounded-map.ts';

/** How much one client may do: so many requests at once, and so many a second in the long run. */
export interface Allowance {
  burst: number;
  perSecond: number;
  /** Maximum number of clients in memory; beyond it, the least recently active is removed. */
  clients: number;
}

/** Token buckets, one for each client. @param now milliseconds of a clock that nobody sets */
export class RateLimit {
  #allowance: Allowance;
  #now: () => number;
  #buckets: BoundedMap<string, { tokens: number; at: number }>;

  constructor(allowance: Allowance, now: () => number = () => performance.now()) {
    this.#allowance = allowance;
    this.#buckets = new BoundedMap(allowance.clients);
    this.#now = now;
  }

  /** Counts a request of the client. 0 when it may be served, else the seconds after which the next one may. */
  take(client: string): number {
    const { burst, perSecond } = this.#allowance;
    const at = this.#now();
    const before = this.#buckets.get(client);
    const tokens = before ? Math.min(burst, before.tokens + ((at - before.at) / 1000) * perSecond) : burst;
    const served = tokens >= 1;
    this.#buckets.set(client, { tokens: served ? tokens - 1 : tokens, at });
    return served ? 0 : Math.ceil((1 - tokens) / perSecond);
  }
}
