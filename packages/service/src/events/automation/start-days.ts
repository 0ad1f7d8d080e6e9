import { Temporal } from 'temporal-polyfill';
import { instantOf, timeIn } from '../../platform/time/zone.ts';
import type { Day, StartDate } from '../tables.ts';

/** A start that is later than this is not made up, as with the runs of trigger mailings. */
const graceMillis = 24 * 3_600_000;

/**
 * The instant at which a day is started. An hour that the clock skips is the next one that there is.
 * @param zone IANA name
 */
export function startOf(day: Day, { hour }: Pick<StartDate, 'hour'>, zone: string): Date {
  return instantOf(Temporal.PlainDate.from(day).toPlainDateTime({ hour }), zone);
}

/** The first day that is started after an instant. */
export function firstDayAfter(after: Date, start: Pick<StartDate, 'hour'>, zone: string): Day {
  // There are zones that once skipped a whole day: it is started with the next one, so the search begins before today.
  for (let days = -1; ; days++) {
    const day = timeIn(zone, after).toPlainDate().add({ days }).toString();
    if (startOf(day, start, zone) > after) return day;
  }
}

/** The day that is started next: the planned one, unless so much time has passed that it is not made up any more. */
export function dayToStart(planned: Day, now: Date, start: Pick<StartDate, 'hour'>, zone: string): Day {
  const oldest = firstDayAfter(new Date(now.getTime() - graceMillis), start, zone);
  return planned < oldest ? oldest : planned;
}

export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString();

/** Counts the days from one day to another. */
export const daysBetween = (from: Day, to: Day): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;

/** An instant of the day; noon, which no change of the clock moves to another day. */
export const noonOf = (day: Day, zone: string): Date => startOf(day, { hour: 12 }, zone);
