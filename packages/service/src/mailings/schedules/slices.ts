import type { Temporal } from 'temporal-polyfill';
import { timeIn, toDate } from '../../platform/time/zone.ts';
import type { MailingScheduleTable, SpreadInterval } from '../tables.ts';
import { readAllowedHours } from './allowed-hours.ts';

/** How a sendout is spread, as the schedule says it. */
export type SpreadSettings = Pick<
  MailingScheduleTable,
  'dispatch_option' | 'end_in_hours' | 'end_in_days' | 'uniform_interval' | 'allowed_hours'
> & { end_at: Date | null };

/** A moment at which some of the mails go out, as clocks of the account show it. */
export interface SendingSlice {
  at: Date;
  /** 0 to 23. */
  hour: number;
  /** 1 is Monday. */
  weekday: number;
}

const minutes: Record<SpreadInterval, number> = { hour: 60, '30m': 30, '20m': 20, '15m': 15, '10m': 10 };

/**
 * The slices of a sendout in their order; just its start when it is not spread. An evenly spread one has them at equal
 * distances, the others at its start and at each full hour, none at or after its end or in an hour that is not allowed.
 */
export function slicesOf(spread: SpreadSettings, start: Date, zone: string): SendingSlice[] {
  const first = timeIn(zone, start);
  if (spread.dispatch_option === null || spread.dispatch_option === 'localtime') return [slice(first)];
  const end = endOf(spread, first);
  const allowed = spread.allowed_hours === null ? undefined : readAllowedHours(spread.allowed_hours);
  const slices: SendingSlice[] = [];
  for (let time = first; time.epochMilliseconds < end.getTime(); time = next(spread, time)) {
    if (allowed === undefined || allowed.has(time.hour)) slices.push(slice(time));
  }
  return slices;
}

function endOf({ end_at, end_in_days, end_in_hours }: SpreadSettings, start: Temporal.ZonedDateTime): Date {
  return end_at ?? toDate(start.add({ days: end_in_days ?? 0, hours: end_in_hours ?? 0 }));
}

function next(
  { dispatch_option, uniform_interval }: SpreadSettings,
  time: Temporal.ZonedDateTime,
): Temporal.ZonedDateTime {
  if (dispatch_option === 'uniform') return time.add({ minutes: minutes[uniform_interval ?? 'hour'] });
  return time.subtract({ minutes: time.minute }).add({ hours: 1 });
}

const slice = (time: Temporal.ZonedDateTime): SendingSlice => ({
  at: toDate(time),
  hour: time.hour,
  weekday: time.dayOfWeek,
});
