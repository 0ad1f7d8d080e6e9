import { localTimes, type Schedule } from '../../mailings/index.ts';
import type { CustomFields } from '../../people/index.ts';
import { timeIn } from '../../platform/time/zone.ts';

/** A schedule as clients read it, in the time zone of the account, or of each contact if it is by local time. */
export function scheduleDocument(schedule: Schedule, time: Date, zone: string, fields: CustomFields) {
  const { dispatch_option: option, local_time, state } = schedule;
  const start = local_time === null ? timeIn(zone, time) : localTimes.parseLocalTime(local_time);
  return {
    date: start.toString().slice(0, 10),
    hours: two(start.hour),
    minutes: two(start.minute),
    state,
    ...(option === null
      ? {}
      : option === 'localtime'
        ? localDocument(schedule, fields)
        : spreadDocument(schedule, option, zone)),
  };
}

/** Without the name of a field that is gone. */
function localDocument({ zone_field_id }: Schedule, fields: CustomFields) {
  const field = [...fields].find(([, { id }]) => id === zone_field_id);
  return { dispatchOption: 'localtime' as const, ...(field && { dispatchTimeZoneField: field[0] }) };
}

/** Ends that are not the one in use are 0 or nil. */
function spreadDocument(
  schedule: Schedule,
  dispatchOption: Exclude<Schedule['dispatch_option'], 'localtime' | null>,
  zone: string,
) {
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
