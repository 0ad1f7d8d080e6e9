import type { Schedule } from '../../mailings/index.ts';
import { timeIn } from '../../platform/time/zone.ts';

/** A schedule as clients read it, in the time zone of the account. */
export function scheduleDocument(schedule: Schedule, time: Date, zone: string) {
  const start = timeIn(zone, time);
  return {
    date: start.toPlainDate().toString(),
    hours: two(start.hour),
    minutes: two(start.minute),
    state: schedule.state,
    ...(schedule.dispatch_option === null ? {} : spreadDocument(schedule, schedule.dispatch_option, zone)),
  };
}

/** Ends that are not the one in use are 0 or nil. */
function spreadDocument(schedule: Schedule, dispatchOption: NonNullable<Schedule['dispatch_option']>, zone: string) {
  const { end_in_hours, end_in_days, end_at, uniform_interval, allowed_hours } = schedule;
  const end = end_at && timeIn(zone, end_at);
  return {
    dispatchOption,
    dispatchEndInHours: end_in_hours ?? 0,
    dispatchEndInDays: end_in_days ?? 0,
    dispatchEndExactDatetime: end && `${end.toPlainDate()} ${two(end.hour)}:${two(end.minute)}`,
    clicksAsResponseReference: schedule.clicks_as_reference,
    dispatchWavesGroup: schedule.waves_group,
    ...(uniform_interval === null ? {} : { dispatchUniformInterval: uniform_interval }),
    ...(allowed_hours === null ? {} : { allowedHours: allowed_hours }),
  };
}

const two = (number: number) => String(number).padStart(2, '0');
