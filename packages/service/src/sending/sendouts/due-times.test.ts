import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SendingSlice, type SpreadSettings, slicesOf } from '../../mailings/schedules/slices.ts';
import { type BestTime, bestTime, evenlySpreadSlices, sliceAt } from './due-times.ts';

const zone = 'Europe/Berlin';
const spread: SpreadSettings = {
  dispatch_option: 'uniform',
  end_in_hours: null,
  end_in_days: null,
  end_at: null,
  uniform_interval: null,
  allowed_hours: null,
};
const starts = (given: Partial<SpreadSettings>, start: string) =>
  slicesOf({ ...spread, ...given }, new Date(start), zone).map(({ at }) => at.toISOString().slice(5, 16));

describe('slices', () => {
  test.each<[string, Partial<SpreadSettings>, string, string[]]>([
    ['not spread', { dispatch_option: null }, '2031-03-01T07:30Z', ['03-01T07:30']],
    [
      'every 30 minutes for 2 hours',
      { end_in_hours: 2, uniform_interval: '30m' },
      '2031-03-01T07:30Z',
      ['03-01T07:30', '03-01T08:00', '03-01T08:30', '03-01T09:00'],
    ],
    [
      'in allowed hours of the zone only, over midnight',
      { end_in_hours: 6, uniform_interval: 'hour', allowed_hours: '0,21-22' },
      '2031-03-01T19:30Z',
      ['03-01T20:30', '03-01T21:30', '03-01T23:30'],
    ],
    [
      'at full hours, and none twice on the clock in the night that is shorter',
      { dispatch_option: 'hour', end_in_hours: 4 },
      '2031-03-30T00:30Z',
      ['03-30T00:30', '03-30T01:00', '03-30T02:00', '03-30T03:00', '03-30T04:00'],
    ],
    [
      'to an exact end, which is none itself',
      { dispatch_option: 'hour', end_at: new Date('2031-03-01T09:00Z') },
      '2031-03-01T07:00Z',
      ['03-01T07:00', '03-01T08:00'],
    ],
  ])('%s', (_, given, start, wanted) => {
    expect(starts(given, start)).toEqual(wanted);
  });

  test('days are days of the calendar', () => {
    const slices = starts({ dispatch_option: 'weekdayhour', end_in_days: 1 }, '2031-03-29T12:00Z');
    expect([slices.length, slices.at(-1)]).toEqual([23, '03-30T10:00']);
  });
});

test.each<[string, Parameters<typeof bestTime>[0], string[], BestTime | undefined]>([
  ['nobody who never responded', 'hour', [], undefined],
  [
    'the hour of the day, by the clock of the zone',
    'hour',
    ['2031-01-07T08:10Z', '2031-07-01T07:50Z', '2031-07-02T12:00Z'],
    { hour: 9, weekday: 2 },
  ],
  [
    'the hour of the week',
    'weekdayhour',
    ['2031-01-06T08:10Z', '2031-01-07T08:10Z', '2031-01-14T08:10Z'],
    { hour: 9, weekday: 2 },
  ],
  ['the latest among equals', 'hour', ['2031-01-08T10:00Z', '2031-01-07T08:10Z'], { hour: 11, weekday: 3 }],
])('best time: %s', (_, option, responses, wanted) => {
  const best = bestTime(
    option,
    responses.map((text) => new Date(text)),
    zone,
  );
  if (wanted === undefined) expect(best).toBeUndefined();
  else expect(best).toMatchObject(option === 'hour' ? { hour: wanted.hour } : wanted);
});

/** When each recipient's mail is due: at its best time, or with the others that have none. */
function dueTimes(
  option: Parameters<typeof bestTime>[0],
  group: 1 | 2 | 3,
  slices: SendingSlice[],
  best: (BestTime | undefined)[],
) {
  const own = best.map((time) => (option === 'uniform' ? undefined : sliceAt(option, slices, time)));
  const even = evenlySpreadSlices(option, group, slices, own.filter((slice) => slice === undefined).length);
  let index = 0;
  return own.map((slice) => (slice ?? even(index++)).at);
}

describe('due times', () => {
  const slices = slicesOf({ ...spread, dispatch_option: 'hour', end_in_hours: 6 }, new Date('2031-03-01T07:00Z'), zone);
  const hours = (...args: Parameters<typeof dueTimes>) => dueTimes(...args).map((due) => due.getUTCHours() + 1);
  const none = Array.from({ length: 6 }, () => undefined);

  test.each<[string, Parameters<typeof dueTimes>[0], 1 | 2 | 3, (BestTime | undefined)[], number[]]>([
    ['all at once', null, 3, none, [8, 9, 10, 11, 12, 13]],
    ['evenly', 'uniform', 3, none, [8, 9, 10, 11, 12, 13]],
    ['without history, first wave', 'hour', 1, none, [8, 8, 8, 9, 9, 9]],
    ['without history, last wave', 'hour', 3, none, [12, 12, 12, 13, 13, 13]],
    ['at the best hour', 'hour', 3, [{ hour: 9, weekday: 1 }, undefined, { hour: 13, weekday: 7 }], [9, 12, 13]],
    ['at a best hour that there is not', 'hour', 2, [{ hour: 20, weekday: 1 }], [10]],
    [
      'at the best hour of another day',
      'weekdayhour',
      1,
      [
        { hour: 9, weekday: 1 },
        { hour: 9, weekday: 6 },
      ],
      [8, 9],
    ],
  ])('%s', (_, option, group, best, wanted) => {
    expect(hours(option, group, slices, best)).toEqual(wanted);
  });

  test('parts are of equal size, each in a slice, and those without history keep their order', () => {
    const times = fc.option(fc.record({ hour: fc.nat(23), weekday: fc.integer({ min: 1, max: 7 }) }), {
      nil: undefined,
    });
    fc.assert(
      fc.property(
        fc.constantFrom('hour', 'weekdayhour', 'uniform'),
        fc.constantFrom(1, 2, 3),
        fc.integer({ min: 2, max: 24 }),
        fc.array(times, { maxLength: 60 }),
        (option, group, end_in_hours, best) => {
          const all = slicesOf(
            { ...spread, dispatch_option: option, end_in_hours },
            new Date('2031-03-29T20:10Z'),
            zone,
          );
          const due = dueTimes(option, group as 1 | 2 | 3, all, best);
          const spans = all.map(({ at }) => at.getTime());
          expect(due.every((time) => spans.includes(time.getTime()))).toBe(true);
          const even = option === 'uniform' ? due : due.filter((_, index) => best[index] === undefined);
          expect(even).toEqual([...even].sort((a, b) => a.getTime() - b.getTime()));
          if (option === 'uniform') {
            const sizes = spans.map((span) => due.filter((time) => time.getTime() === span).length);
            expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});
