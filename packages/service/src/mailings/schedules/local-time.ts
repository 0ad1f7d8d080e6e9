import { Temporal } from 'temporal-polyfill';
import { instantOf } from '../../platform/time/zone.ts';

/**
 * The first instant, not before another one, at which clocks of a zone show a time: on its day, or else on the next day that
 * has it ahead. A time that the clocks skip is the next one that there is; one that they show twice is the first.
 * @param zone IANA name
 */
export function localInstant(time: Temporal.PlainDateTime, zone: string, notBefore: Date): Date {
  for (let days = 0; ; days++) {
    const instant = instantOf(time.add({ days }), zone);
    if (instant >= notBefore) return instant;
  }
}

/** Reads the `local_time` of a schedule. */
export const parseLocalTime = (text: string): Temporal.PlainDateTime => Temporal.PlainDateTime.from(text);
