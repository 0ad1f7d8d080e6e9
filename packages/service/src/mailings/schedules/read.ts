import { badRequest } from '@mailwright/server/runtime';
import { Temporal } from 'temporal-polyfill';
import { instantOf, timeIn, toDate } from '../../platform/time/zone.ts';
import type { MailingScheduleTable, SpreadInterval, SpreadOption } from '../tables.ts';
import { type SpreadSettings, slicesOf } from './slices.ts';

/** The parameters of a schedule, each within the bounds of the description. */
export interface ScheduleInput {
  date: string;
  hours: string;
  minutes: string;
  dispatchOption?: SpreadOption | 'localtime';
  dispatchEndInHours?: number;
  dispatchEndInDays?: number;
  dispatchEndExactDatetime?: string;
  clicksAsResponseReference: boolean;
  dispatchWavesGroup: 1 | 2 | 3;
  dispatchUniformInterval?: SpreadInterval;
  allowedHours?: string;
  dispatchTimeZoneField?: string;
}

/** Part of a schedule that does not depend on the mailing. */
export interface SchedulePlan
  extends SpreadSettings,
    Pick<MailingScheduleTable, 'clicks_as_reference' | 'waves_group' | 'local_time' | 'zone_field_id'> {
  starts_at: Date;
}

const ends = ['dispatchEndInHours', 'dispatchEndInDays', 'dispatchEndExactDatetime'] as const;

/** Maximum length of a spread. */
const longest: Record<SpreadOption, Temporal.DurationLike> = {
  uniform: { hours: 96 },
  hour: { hours: 24 },
  weekdayhour: { days: 7 },
};

/**
 * Reads the parameters of a schedule in a time zone.
 * @param zoneFieldId the custom field that `dispatchTimeZoneField` names
 * @throws ApiError 400 with the violated rule
 */
export function readSchedule(input: ScheduleInput, zone: string, now: Date, zoneFieldId?: number): SchedulePlan {
  const time = readClockTime(input);
  const starts_at = readStart(time, zone, now);
  const { dispatchOption: option } = input;
  refuseForeign(input);
  const plan: SchedulePlan = {
    starts_at,
    dispatch_option: option ?? null,
    end_in_hours: input.dispatchEndInHours ?? null,
    end_in_days: input.dispatchEndInDays ?? null,
    end_at: option === undefined || option === 'localtime' ? null : readEnd(input, option, starts_at, zone),
    clicks_as_reference: input.clicksAsResponseReference,
    waves_group: input.dispatchWavesGroup,
    uniform_interval: option === 'uniform' ? (input.dispatchUniformInterval ?? 'hour') : null,
    allowed_hours: input.allowedHours || null,
    local_time: option === 'localtime' ? time.toString({ smallestUnit: 'minute' }) : null,
    zone_field_id: zoneFieldId ?? null,
  };
  if (slicesOf(plan, starts_at, zone).length === 0) {
    throw badRequest(
      `allowedHours must have one between the start and the end of the spread but was ${input.allowedHours}`,
    );
  }
  return plan;
}

/** Reads the time of the clock at which a mailing is sent. @throws ApiError 400 if no calendar has the day */
export const readClockTime = ({ date, hours, minutes }: Pick<ScheduleInput, 'date' | 'hours' | 'minutes'>) =>
  readTime('date', `${date}T${two(hours)}:${two(minutes)}`);

/** Returns the instant of a time of the clock in a zone. @throws ApiError 400 if it has passed */
export function readStart(time: Temporal.PlainDateTime, zone: string, now: Date): Date {
  const start = instantOf(time, zone);
  if (start > now) return start;
  const shown = time.toString({ smallestUnit: 'minute' }).replace('T', ' ');
  throw badRequest(`date, hours and minutes must be in the future but are ${shown} in ${zone}`);
}

/** Rejects parameters that do not apply to the option, except defaults, which some clients always send. */
function refuseForeign(input: ScheduleInput): void {
  const { dispatchOption: option } = input;
  const responds = option === 'hour' || option === 'weekdayhour';
  const isSpread = responds || option === 'uniform';
  const rows: [name: string, given: boolean, fits: boolean, options: string][] = [
    [
      'dispatchEndInHours',
      input.dispatchEndInHours !== undefined,
      option === 'uniform' || option === 'hour',
      'uniform or hour',
    ],
    ['dispatchEndInDays', input.dispatchEndInDays !== undefined, option === 'weekdayhour', 'weekdayhour'],
    [
      'dispatchEndExactDatetime',
      input.dispatchEndExactDatetime !== undefined,
      isSpread,
      'hour, weekdayhour or uniform',
    ],
    ['clicksAsResponseReference', input.clicksAsResponseReference, responds, 'hour or weekdayhour'],
    ['dispatchWavesGroup', input.dispatchWavesGroup !== 3, responds, 'hour or weekdayhour'],
    ['dispatchUniformInterval', (input.dispatchUniformInterval ?? 'hour') !== 'hour', option === 'uniform', 'uniform'],
    ['allowedHours', Boolean(input.allowedHours), isSpread, 'hour, weekdayhour or uniform'],
    ['dispatchTimeZoneField', input.dispatchTimeZoneField !== undefined, option === 'localtime', 'localtime'],
  ];
  for (const [name, given, fits, options] of rows) {
    if (given && !fits)
      throw badRequest(`${name} requires the dispatchOption ${options}, which was ${option ?? 'absent'}`);
  }
  if (option === 'localtime' && input.dispatchTimeZoneField === undefined)
    throw badRequest('dispatchOption localtime needs dispatchTimeZoneField but there was none');
}

/** The exact end, if there is one; all ends are held against the bounds of the option. */
function readEnd(input: ScheduleInput, option: SpreadOption, start: Date, zone: string): Date | null {
  const given = ends.filter((end) => input[end] !== undefined);
  if (given.length !== 1) {
    throw badRequest(
      `dispatchOption needs exactly one of ${ends.join(', ')} but there were ${given.join(' and ') || 'none'}`,
    );
  }
  if (option === 'hour' && (input.dispatchEndInHours ?? 0) > 24) {
    throw badRequest(
      `dispatchEndInHours must not exceed 24 with the dispatchOption hour but was ${input.dispatchEndInHours}`,
    );
  }
  if (input.dispatchEndExactDatetime === undefined) return null;
  const end = instantOf(readTime(ends[2], input.dispatchEndExactDatetime.replace(' ', 'T')), zone);
  const last = toDate(timeIn(zone, start).add(longest[option]));
  if (end > start && end <= last) return end;
  throw badRequest(
    `${ends[2]} must be after the start and at most ${Object.entries(longest[option])[0]!.reverse().join(' ')} after it with the dispatchOption ${option} but was ${input.dispatchEndExactDatetime}`,
  );
}

function readTime(name: string, text: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  } catch {
    throw badRequest(`${name} must be a time that exists but was ${text.replace('T', ' ')}`);
  }
}

const two = (digits: string) => digits.padStart(2, '0');
