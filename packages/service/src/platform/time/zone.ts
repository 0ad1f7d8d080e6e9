import { Temporal } from 'temporal-polyfill';

/**
 * The instant at which clocks of a zone show a time. One that they skip is the next one that there is, and one that they
 * show twice the first: so a later time on the clock is never an earlier instant.
 * @param zone IANA name
 */
export function instantOf(time: Temporal.PlainDateTime, zone: string): Date {
  const shown = time.toZonedDateTime(zone);
  if (shown.toPlainDateTime().equals(time)) return toDate(shown);
  return toDate(time.toZonedDateTime(zone, { disambiguation: 'earlier' }).getTimeZoneTransition('next')!);
}

/** Returns the local time of a zone at an instant. */
export function timeIn(zone: string, instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
}

export const toDate = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds);

/** Names and offsets; Temporal would also take the zone of a date and time, which nobody means by one. */
const zonePattern = /^(?:[A-Za-z][\w+/-]*|[+-]\d\d:?\d\d)$/;

/** Reports whether there is a time zone of this name. */
export function isZone(name: string): boolean {
  if (!zonePattern.test(name)) return false;
  try {
    timeIn(name, new Date(0));
    return true;
  } catch {
    return false;
  }
}
