import { badRequest } from '@mailwright/server/runtime';
import { Temporal } from 'temporal-polyfill';
import { instantOf, timeIn, toDate } from '../../platform/time/zone.ts';
import type { SpreadInterval, SpreadOption } from '../tables.ts';
import { type SpreadSettings, slicesOf } from './slices.ts';

/** The parameters of a schedule, each within the bounds of the description. */
export interface ScheduleInput {
  date: string;
  hours: string;
  minutes: string;
  dispatchOption?: SpreadOption;
  dispatchEndInHours?: number;
  dispatchEndInDays?: number;
  dispatchEndExactDatetime?: string;
  clicksAsResponseReference: boolean;
  dispatchWavesGroup: 1 | 2 | 3;
  dispatchUniformInterval?: SpreadInterval;
  allowedHours?: string;
}

/** Part of a schedule that does not depend on the mailing. */
export interface SchedulePlan extends SpreadSettings {
  starts_at: Date;
  clicks_as_reference: boolean;
  waves_group: 1 | 2 | 3;
}

const ends = ['dispatchEndInHours', 'dispatchEndInDays', 'dispatchEndExactDatetime'] as const;

/** Maximum length of a spread. */
const longest: Record<SpreadOption, Temporal.DurationLike> = {
  uniform: { hours: 96 },
  hour: { hours: 24 },
  weekdayhour: { days: 7 },
};

/** Reads the parameters of a schedule in a time zone. @throws ApiError 400 with the violated rule */
export function readSchedule(input: ScheduleInput, zone: string, now: Date): SchedulePlan {
  const starts_at = instantOf(readTime('date', `${input.date}T${two(input.hours)}:${two(input.minutes)}`), zone);
  if (starts_at <= now) {
    throw badRequest(
      `date, hours and minutes must be in the future but are ${input.date} ${two(input.hours)}:${two(input.minutes)} in ${zone}`,
    );
  }
  const { dispatchOption: option } = input;
  refuseForeign(input);
  const plan: SchedulePlan = {
    starts_at,
    dispatch_option: option ?? null,
    end_in_hours: input.dispatchEndInHours ?? null,
    end_in_days: input.dispatchEndInDays ?? null,
    end_at: option === undefined ? null : readEnd(input, option, starts_at, zone),
    clicks_as_reference: input.clicksAsResponseReference,
    waves_group: input.dispatchWavesGroup,
    uniform_interval: option === 'uniform' ? (input.dispatchUniformInterval ?? 'hour') : null,
    allowed_hours: input.allowedHours || null,
  };
  if (slicesOf(plan, starts_at, zone).length === 0) {
    throw badRequest(
      `allowedHours must have one between the start and the end of the spread but was ${input.allowedHours}`,
    );
  }
  return plan;
}

/** Rejects parameters that do not apply to the option, except defaults, which some clients always send. */
function refuseForeign(input: ScheduleInput): void {
  const { dispatchOption: option } = input;
  const responds = option === 'hour' || option === 'weekdayhour';
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
      option !== undefined,
      'hour, weekdayhour or uniform',
    ],
    ['clicksAsResponseReference', input.clicksAsResponseReference, responds, 'hour or weekdayhour'],
    ['dispatchWavesGroup', input.dispatchWavesGroup !== 3, responds, 'hour or weekdayhour'],
    ['dispatchUniformInterval', (input.dispatchUniformInterval ?? 'hour') !== 'hour', option === 'uniform', 'uniform'],
    ['allowedHours', Boolean(input.allowedHours), option !== undefined, 'hour, weekdayhour or uniform'],
  ];
  for (const [name, given, fits, options] of rows) {
    if (given && !fits)
      throw badRequest(`${name} requires the dispatchOption ${options}, which was ${option ?? 'absent'}`);
  }
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
