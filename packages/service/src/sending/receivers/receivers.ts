import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import { providerOfExchange, wellKnownProvider } from './providers.ts';

/** Mail exchangers of a domain, the preferred one first: empty if there are none, `undefined` if the DNS does not say. */
export type LookUpExchanges = (domain: string) => Promise<readonly string[] | undefined>;

/** Domains of which the receiver is remembered. */
const maxKnown = 100_000;
/** Questions to the DNS at a time; those beyond the second number are left to a later mail. */
const maxAsked = 8;
const maxQueued = 10_000;
/** How long an answer, and the lack of one, is remembered in milliseconds. */
const memoryMillis = 12 * 3_600_000;
const retryMillis = 10 * 60_000;
/** Names that can be asked for (RFC 1035, section 2.3.4). */
const isDomain = /^(?=.{1,253}$)(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;

/**
 * Tells which provider receives the mails of a domain, by its MX records. No mail waits for the DNS: until it has answered, and if
 * it does not, a domain is a receiver of its own.
 */
export class Receivers {
  #lookUp: LookUpExchanges | undefined;
  #clock: () => number;
  #known = new BoundedMap<string, { name: string; until: number }>(maxKnown);
  #queue: string[] = [];
  /** Domains that are queued or being asked for. */
  #pending = new Set<string>();
  #asked = 0;

  /**
   * @param lookUp absent if nothing is to be asked
   * @param clock monotonic, in milliseconds
   */
  constructor(lookUp: LookUpExchanges | undefined, clock: () => number) {
    this.#lookUp = lookUp;
    this.#clock = clock;
  }

  /** Returns the name of the receiver as far as it is known: of a provider, or the domain itself. */
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
