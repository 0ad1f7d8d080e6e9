import { describe, expect, test } from 'vitest';
import { readSchedule, type ScheduleInput } from './read.ts';

const zone = 'Europe/Berlin';
const now = new Date('2031-03-01T07:00:00Z');
const input: ScheduleInput = {
  date: '2031-03-01',
  hours: '08',
  minutes: '30',
  clicksAsResponseReference: false,
  dispatchWavesGroup: 3,
};
const plain = {
  starts_at: new Date('2031-03-01T07:30:00Z'),
  dispatch_option: null,
  end_in_hours: null,
  end_in_days: null,
  end_at: null,
  clicks_as_reference: false,
  waves_group: 3,
  uniform_interval: null,
  allowed_hours: null,
  local_time: null,
  zone_field_id: null,
};

describe('what parameters mean', () => {
  const rows: [what: string, given: Partial<ScheduleInput>, wanted: object][] = [
    ['at once', {}, {}],
    ['digits without zeros', { hours: '8', minutes: '5' }, { starts_at: new Date('2031-03-01T07:05:00Z') }],
    ['defaults that clients send', { dispatchUniformInterval: 'hour', allowedHours: '' }, {}],
    ['skipped hour', { date: '2031-03-30', hours: '02' }, { starts_at: new Date('2031-03-30T01:00:00Z') }],
    ['repeated hour', { date: '2031-10-26', hours: '2' }, { starts_at: new Date('2031-10-26T00:30:00Z') }],
    [
      'evenly',
      { dispatchOption: 'uniform', dispatchEndInHours: 96, dispatchUniformInterval: '10m', allowedHours: '8-20' },
      { dispatch_option: 'uniform', end_in_hours: 96, uniform_interval: '10m', allowed_hours: '8-20' },
    ],
    [
      'evenly, by the hour',
      { dispatchOption: 'uniform', dispatchEndExactDatetime: '2031-03-01 20:00' },
      { dispatch_option: 'uniform', uniform_interval: 'hour', end_at: new Date('2031-03-01T19:00:00Z') },
    ],
    [
      'by the best hour',
      { dispatchOption: 'hour', dispatchEndInHours: 24, clicksAsResponseReference: true, dispatchWavesGroup: 1 },
      { dispatch_option: 'hour', end_in_hours: 24, clicks_as_reference: true, waves_group: 1 },
    ],
    [
      'by the best hour of the week',
      { dispatchOption: 'weekdayhour', dispatchEndInDays: 7 },
      { dispatch_option: 'weekdayhour', end_in_days: 7 },
    ],
    [
      'by the clock where contacts are',
      { dispatchOption: 'localtime', dispatchTimeZoneField: 'ZONE' },
      { dispatch_option: 'localtime', local_time: '2031-03-01T08:30', zone_field_id: 7 },
    ],
  ];
  test.each(rows)('%s', (_, given, wanted) => {
    const fieldId = given.dispatchTimeZoneField === undefined ? undefined : 7;
    expect(readSchedule({ ...input, ...given }, zone, now, fieldId)).toEqual({ ...plain, ...wanted });
  });
});

describe('what is refused', () => {
  const uniform = { dispatchOption: 'uniform', dispatchEndInHours: 4 } as const;
  const rows: [given: Partial<ScheduleInput>, message: string][] = [
    [{ hours: '08', minutes: '00' }, 'must be in the future but are 2031-03-01 08:00 in Europe/Berlin'],
    [{ date: '2030-12-31' }, 'must be in the future'],
    [{ date: '2031-02-29' }, 'date must be a time that exists but was 2031-02-29 08:30'],
    [
      { dispatchOption: 'uniform' },
      'exactly one of dispatchEndInHours, dispatchEndInDays, dispatchEndExactDatetime but there were none',
    ],
    [
      { ...uniform, dispatchEndExactDatetime: '2031-03-01 20:00' },
      'there were dispatchEndInHours and dispatchEndExactDatetime',
    ],
    [{ dispatchEndInHours: 4 }, 'dispatchEndInHours requires the dispatchOption uniform or hour, which was absent'],
    [{ dispatchEndExactDatetime: '2031-03-01 20:00' }, 'dispatchEndExactDatetime requires the dispatchOption'],
    [
      { ...uniform, dispatchEndInDays: 2 },
      'dispatchEndInDays requires the dispatchOption weekdayhour, which was uniform',
    ],
    [
      { dispatchOption: 'weekdayhour', dispatchEndInHours: 4 },
      'dispatchEndInHours requires the dispatchOption uniform or hour',
    ],
    [{ dispatchOption: 'hour', dispatchEndInHours: 25 }, 'must not exceed 24 with the dispatchOption hour but was 25'],
    [
      { ...uniform, clicksAsResponseReference: true },
      'clicksAsResponseReference requires the dispatchOption hour or weekdayhour',
    ],
    [{ ...uniform, dispatchWavesGroup: 2 }, 'dispatchWavesGroup requires'],
    [
      { dispatchOption: 'hour', dispatchEndInHours: 4, dispatchUniformInterval: '30m' },
      'dispatchUniformInterval requires',
    ],
    [{ allowedHours: '8-20' }, 'allowedHours requires the dispatchOption'],
    [
      { ...uniform, allowedHours: '24' },
      'allowedHours must be hours 0 to 23 and ranges that go up, such as 0,3,5,17-21, but has 24',
    ],
    [{ ...uniform, allowedHours: '1,20-8' }, 'but has 20-8'],
    [
      { ...uniform, allowedHours: '0-7,12-23' },
      'allowedHours must have one between the start and the end of the spread',
    ],
    [{ dispatchOption: 'uniform', dispatchEndExactDatetime: '2031-03-01 08:30' }, 'must be after the start'],
    [
      { dispatchOption: 'uniform', dispatchEndExactDatetime: '2031-03-05 08:31' },
      'at most 96 hours after it with the dispatchOption uniform',
    ],
    [{ dispatchOption: 'hour', dispatchEndExactDatetime: '2031-03-02 08:31' }, 'at most 24 hours after it'],
    [{ dispatchOption: 'weekdayhour', dispatchEndExactDatetime: '2031-03-08 08:31' }, 'at most 7 days after it'],
    [{ dispatchOption: 'localtime' }, 'dispatchOption localtime needs dispatchTimeZoneField but there was none'],
    [
      { dispatchTimeZoneField: 'ZONE' },
      'dispatchTimeZoneField requires the dispatchOption localtime, which was absent',
    ],
    [
      { dispatchOption: 'localtime', dispatchTimeZoneField: 'ZONE', allowedHours: '8-20' },
      'allowedHours requires the dispatchOption hour, weekdayhour or uniform, which was localtime',
    ],
    [
      { dispatchOption: 'localtime', dispatchTimeZoneField: 'ZONE', dispatchEndInHours: 4 },
      'dispatchEndInHours requires the dispatchOption uniform or hour, which was localtime',
    ],
    [
      { dispatchOption: 'hour', dispatchEndExactDatetime: '2031-02-29 08:31' },
      'must be a time that exists but was 2031-02-29 08:31',
    ],
  ];
  test.each(rows)('%j: %s', (given, message) => {
    expect(() => readSchedule({ ...input, ...given }, zone, now)).toThrow(message);
  });
});
