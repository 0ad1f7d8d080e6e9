import { type Clock, systemClock } from './clock.ts';
import { header, type ReceivedResponse } from './exchange.ts';
import type { Sender } from './send.ts';

/** Time in milliseconds that a request waits in all before its 429 counts. */
const PATIENCE = 120_000;
const FIRST_WAIT = 1_000;

/**
 * Sends requests again that a limit has refused with 429 (RFC 6585), after the time of `Retry-After`, or else after 1, 2, 4 …
 * seconds. The others wait, too, until then: a limit is usually of the whole service.
 */
export function createPatientSender(sender: Pick<Sender, 'send'>, clock: Clock = systemClock): Pick<Sender, 'send'> {
  let opensAt = 0;
  return {
    async send(request, timeout) {
      const start = clock.now();
      for (let attempt = 0; ; attempt++) {
        while (opensAt > clock.now()) await clock.wait(opensAt - clock.now());
        const exchange = await sender.send(request, timeout);
        if (exchange.response.status !== 429) return exchange;
        const until = clock.now() + (retryAfter(exchange.response, clock.now()) ?? FIRST_WAIT * 2 ** attempt);
        if (until - start > PATIENCE) return exchange;
        opensAt = Math.max(opensAt, until);
      }
    },
  };
}

/** Milliseconds of `Retry-After`, which is a number of seconds or a date (RFC 9110 section 10.2.3). */
function retryAfter({ headers }: ReceivedResponse, now: number): number | undefined {
  const text = header(headers, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
