import type { Log } from '../../platform/log/log.ts';
import { RateLimit } from '../../platform/network/rate-limit.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';

/** A provider with an outdated key tries a lot of events again; who goes on forges them. */
const allowance = { burst: 60, perSecond: 1, clients: 20_000 };
const restMillis = 60_000;

/**
 * Logs requests with events that are refused. An address that sends too many gets 429, and one line a minute; those of its
 * requests that are right are taken, because many customers of a provider share an address.
 * @returns the seconds after which the client may try again, or 0
 */
export function refusedEvents(log: Log): (address: string, provider: string, refusal: string) => number {
  const limit = new RateLimit(allowance);
  let toldAt = Number.NEGATIVE_INFINITY;
  return (address, provider, refusal) => {
    const seconds = limit.take(clientNetwork(address));
    if (seconds === 0) log(`Events of ${JSON.stringify(provider.slice(0, 40))} were refused: ${refusal}`);
    else if (performance.now() - toldAt >= restMillis) {
      toldAt = performance.now();
      log('One address has sent many events that were refused; further ones are answered with 429.');
    }
    return seconds;
  };
}
