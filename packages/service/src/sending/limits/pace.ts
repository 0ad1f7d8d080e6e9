import type { Mailing } from '../../mailings/index.ts';

/** The part of the connections that a mailing begins with; it doubles each minute. */
const firstShare = 0.1;
const minute = 60_000;

/**
 * How many connections a regular mailing may have so long after its sendout began, so that nobody is flooded at once.
 * The highest level begins with all of them.
 */
export function slowStart(speed: Mailing['speed_level'], millis: number, connections: number): number {
  if (speed === 'supersonic') return connections;
  const share = firstShare * 2 ** Math.min(Math.max(0, Math.floor(millis / minute)), 10);
  return Math.min(connections, Math.max(1, Math.floor(connections * share)));
}

/** How much of its connections a domain gets back a minute. */
const recovery = 0.1;

/** Words with which a server asks for fewer mails: 421, or an enhanced status 4.7.x (RFC 3463, section 3.8). */
export function asksForLess({ code, message }: { code?: number; message: string }): boolean {
  return code === 421 || (code !== undefined && code >= 400 && code < 500 && /\b4\.7\.\d+\b/.test(message));
}

/** Connections to domains that have asked for fewer mails: halved each time, and given back little by little. */
export class DomainPaces {
  #shares = new Map<string, { share: number; at: number }>();

  asked(domain: string, now: number): void {
    this.#shares.set(domain, { share: this.#shareOf(domain, now) / 2, at: now });
  }

  /** Mails that may be in flight to the domain; at least one. */
  most(domain: string, connections: number, now: number): number {
    return Math.max(1, Math.floor(connections * this.#shareOf(domain, now)));
  }

  #shareOf(domain: string, now: number): number {
    const known = this.#shares.get(domain);
    if (known === undefined) return 1;
    const share = known.share + (recovery * Math.max(0, now - known.at)) / minute;
    if (share < 1) return share;
    this.#shares.delete(domain);
    return 1;
  }
}
