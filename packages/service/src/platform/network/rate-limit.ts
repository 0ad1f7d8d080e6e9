import { BoundedMap } from '../cache/bounded-map.ts';

/** How much one client may do: so many requests at once, and so many a second in the long run. */
export interface Allowance {
  burst: number;
  perSecond: number;
  /** Maximum number of clients in memory; beyond it, the least recently active is removed. */
  clients: number;
}

/** Token buckets, one for each client. @param now monotonic clock in milliseconds */
export class RateLimit {
  #allowance: Allowance;
  #now: () => number;
  #buckets: BoundedMap<string, { tokens: number; at: number }>;

  constructor(allowance: Allowance, now: () => number = () => performance.now()) {
    this.#allowance = allowance;
    this.#buckets = new BoundedMap(allowance.clients);
    this.#now = now;
  }

  /** Counts so many requests of the client, if all may be served. 0 then, else the seconds after which they may. */
  take(client: string, count = 1): number {
    const tokens = this.#tokensOf(client);
    this.#buckets.set(client, { tokens: tokens >= count ? tokens - count : tokens, at: this.#now() });
    return this.#waitFor(count, tokens);
  }

  /** Returns what `take` would, and counts nothing. */
  wait(client: string): number {
    return this.#waitFor(1, this.#tokensOf(client));
  }

  #tokensOf(client: string): number {
    const { burst, perSecond } = this.#allowance;
    const before = this.#buckets.get(client);
    return before ? Math.min(burst, before.tokens + ((this.#now() - before.at) / 1000) * perSecond) : burst;
  }

  #waitFor(count: number, tokens: number): number {
    return tokens >= count ? 0 : Math.ceil((count - tokens) / this.#allowance.perSecond);
  }
}
