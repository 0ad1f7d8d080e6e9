import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import { providerOfExchange, wellKnownProvider } from './providers.ts';

/** Returns the mail exchangers of a domain, the preferred one first; empty if there are none, `undefined` if the DNS fails. */
export type LookUpExchanges = (domain: string) => Promise<readonly string[] | undefined>;

/** Maximum number of domains whose receiver is cached. */
const maxKnown = 100_000;
/** Concurrent DNS queries, and queued ones; further domains are looked up with a later mail. */
const maxAsked = 8;
const maxQueued = 10_000;
/** Milliseconds for which an answer, and a failure, is cached. */
const memoryMillis = 12 * 3_600_000;
const retryMillis = 10 * 60_000;
/** Matches names that the DNS can hold (RFC 1035, section 2.3.4). */
const isDomain = /^(?=.{1,253}$)(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;

/**
 * Finds the provider that receives the mails of a domain, by its MX records. No mail waits for the DNS: until it has answered, and if
 * it does not, a domain is a receiver of its own.
 */
export class Receivers {
  #lookUp: LookUpExchanges | undefined;
  #clock: () => number;
  #known = new BoundedMap<string, { name: string; until: number }>(maxKnown);
  #queue: string[] = [];
  /** Domains whose query is queued or running. */
  #pending = new Set<string>();
  #asked = 0;

  /**
   * @param lookUp absent to make no queries
   * @param clock monotonic, in milliseconds
   */
  constructor(lookUp: LookUpExchanges | undefined, clock: () => number) {
    this.#lookUp = lookUp;
    this.#clock = clock;
  }

  /** Returns the name of the receiver: the provider if it is known, or else the domain. */
  nameOf(domain: string): string {
    const name = domain.toLowerCase();
    const wellKnown = wellKnownProvider(name);
    if (wellKnown !== undefined) return wellKnown;
    const known = this.#known.get(name);
    if (known === undefined || known.until <= this.#clock()) this.#ask(name);
    return known?.name ?? name;
  }

  #ask(domain: string): void {
    if (this.#lookUp === undefined || !isDomain.test(domain)) return;
    if (this.#pending.has(domain) || this.#queue.length >= maxQueued) return;
    this.#pending.add(domain);
    this.#queue.push(domain);
    if (this.#asked < maxAsked) void this.#askQueued();
  }

  async #askQueued(): Promise<void> {
    this.#asked++;
    for (let domain = this.#queue.shift(); domain !== undefined; domain = this.#queue.shift()) {
      const [first] = (await this.#lookUp!(domain).catch(() => undefined)) ?? [];
      const former = this.#known.get(domain)?.name ?? domain;
      const name = first ? (first === domain ? domain : providerOfExchange(first)) : former;
      this.#known.set(domain, { name, until: this.#clock() + (first ? memoryMillis : retryMillis) });
      this.#pending.delete(domain);
    }
    this.#asked--;
  }
}
