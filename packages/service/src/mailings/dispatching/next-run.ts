import { Temporal } from 'temporal-polyfill';
import { instantOf, timeIn, toDate } from '../../platform/time/zone.ts';
import type { MailingDispatchingTable } from '../tables.ts';

/** When a trigger runs, as its dispatching says it. */
export type RunTimes = Pick<MailingDispatchingTable, 'day_of_month' | 'day_of_week' | 'hours' | 'minutes'> & {
  repeat: NonNullable<MailingDispatchingTable['repeat']>;
};

/**
 * The first instant after another one at which a trigger runs: an hourly one whenever the clock shows its minute, the
 * others once on each of their days, also when the clock skips or repeats their time.
 * @param zone IANA name
 */
export function nextRun(times: RunTimes, zone: string, after: Date): Date {
  return times.repeat === 'HOUR' ? nextHour(times.minutes ?? 0, zone, after) : nextDay(times, zone, after);
}

function nextHour(minute: number, zone: string, after: Date): Date {
  let time = timeIn(zone, after).with({ second: 0, millisecond: 0 });
  // Minute by minute, because an offset that changes by half an hour moves the minutes within the hour.
  do time = time.add({ minutes: 1 });
  while (time.minute !== minute);
  return toDate(time);
}

function nextDay(times: RunTimes, zone: string, after: Date): Date {
  const time = new Temporal.PlainTime(times.hours ?? 0, times.minutes ?? 0);
  // There are zones that once skipped a whole day: its run is that of the next one, so the search begins before today.
  for (let date = timeIn(zone, after).toPlainDate().subtract({ days: 1 }); ; date = date.add({ days: 1 })) {
    if (!isDay(date, times)) continue;
    const run = instantOf(date.toPlainDateTime(time), zone);
    if (run > after) return run;
  }
}

/** A day beyond the end of a month is its last one. */
function isDay(date: Temporal.PlainDate, { repeat, day_of_month, day_of_week }: RunTimes): boolean {
  switch (repeat) {
    case 'WEEK':
      return (date.dayOfWeek % 7) + 1 === day_of_week;
    case 'MONTH':
      return date.day === Math.min(day_of_month ?? 1, date.daysInMonth);
    default:
      return true;
  }
}
