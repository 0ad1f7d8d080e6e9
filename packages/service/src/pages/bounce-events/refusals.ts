import type { Log } from '../../platform/log/log.ts';
import { RateLimit } from '../../platform/network/rate-limit.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';

/** A provider with an outdated key tries a lot of events again; who goes on forges them. */
const allowance = { burst: 60, perSecond: 1, clients: 20_000 };
const restMillis = 60_000;

/**
 * Logs requests with events that are refused, and counts them by address. An address that sends too many gets 429 before the
 * body of its next request is read, and one line a minute.
 */
export class RefusedEvents {
  readonly #log: Log;
  readonly #limit = new RateLimit(allowance);
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns the seconds after which an address may send again what is not certainly right, or 0. */
  wait(address: string): number {
    const seconds = this.#limit.wait(clientNetwork(address));
    if (seconds > 0) this.#tell();
    return seconds;
  }

  /** Counts and logs a refusal. Returns the seconds after which the address may try again, or 0. */
  note(address: string, provider: string, refusal: string): number {
    const seconds = this.#limit.take(clientNetwork(address));
    if (seconds > 0) this.#tell();
    else this.#log(`Events of ${JSON.stringify(provider.slice(0, 40))} were refused: ${refusal}`);
    return seconds;
  }

  #tell(): void {
    if (performance.now() - this.#toldAt < restMillis) return;
    this.#toldAt = performance.now();
    this.#log('One address has sent many events that were refused; further ones are answered with 429.');
  }
}
