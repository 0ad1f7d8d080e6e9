import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { localInstant } from '../../mailings/schedules/local-time.ts';
import { planWaves, startOfWaves } from './waves.ts';

const plan = (time: string, values: Record<string, number>, notBefore: string) =>
  planWaves(new Map(Object.entries(values)), {
    time: Temporal.PlainDateTime.from(time),
    accountZone: 'Europe/Berlin',
    notBefore: new Date(notBefore),
  });
const shown = ({ waves }: ReturnType<typeof plan>) =>
  waves.map(({ at, kind, zones, nextDay, contacts }) =>
    [at.slice(5, 16), kind, zones.join('+'), contacts, ...(nextDay ? ['next day'] : [])].join(' '),
  );

describe('waves', () => {
  test.each<[what: string, time: string, values: Record<string, number>, notBefore: string, wanted: string[]]>([
    [
      'zones of one time together, contacts without a zone by that of the account',
      '2031-01-15T09:00',
      { 'Europe/Paris': 2, ' Europe/Berlin': 3, 'Asia/Tokyo': 1, '': 4, ' ': 1, Berlin: 1, '2031-01-15T00:00Z': 1 },
      '2031-01-14T12:00Z',
      [
        '01-15T00:00 zone Asia/Tokyo 1',
        '01-15T08:00 zone Europe/Berlin+Europe/Paris 5',
        '01-15T08:00 no_zone  5',
        '01-15T08:00 unknown_zone 2031-01-15T00:00Z+Berlin 2',
      ],
    ],
    [
      'whose time is over gets it on the next day at that time',
      '2031-01-15T09:00',
      { 'Pacific/Auckland': 2, 'Asia/Tokyo': 1, 'America/New_York': 7 },
      '2031-01-15T07:00Z',
      [
        '01-15T08:00 no_zone  0',
        '01-15T08:00 unknown_zone  0',
        '01-15T14:00 zone America/New_York 7',
        '01-15T20:00 zone Pacific/Auckland 2 next day',
        '01-16T00:00 zone Asia/Tokyo 1 next day',
      ],
    ],
    [
      'zones whose clocks are a day apart are told apart',
      '2031-01-15T09:00',
      { 'Pacific/Honolulu': 1, 'Pacific/Kiritimati': 2 },
      '2031-01-15T07:00Z',
      [
        '01-15T08:00 no_zone  0',
        '01-15T08:00 unknown_zone  0',
        '01-15T19:00 zone Pacific/Honolulu 1',
        '01-15T19:00 zone Pacific/Kiritimati 2 next day',
      ],
    ],
    [
      'an hour that clocks skip is the next that there is, elsewhere on that night not',
      '2031-03-30T02:30',
      { 'Europe/Berlin': 1, 'Europe/Lisbon': 1, 'Asia/Kolkata': 1 },
      '2031-03-29T12:00Z',
      [
        '03-29T21:00 zone Asia/Kolkata 1',
        '03-30T01:00 zone Europe/Berlin 1',
        '03-30T01:00 no_zone  0',
        '03-30T01:00 unknown_zone  0',
        '03-30T01:30 zone Europe/Lisbon 1',
      ],
    ],
    [
      'of an hour that clocks show twice the first one',
      '2031-10-26T02:30',
      { 'Europe/Berlin': 1, 'Europe/Lisbon': 1 },
      '2031-10-25T12:00Z',
      [
        '10-26T00:30 zone Europe/Berlin 1',
        '10-26T00:30 no_zone  0',
        '10-26T00:30 unknown_zone  0',
        '10-26T02:30 zone Europe/Lisbon 1',
      ],
    ],
    [
      'the first of two is over while the clock shows it again: the next day',
      '2031-10-26T02:30',
      { 'Europe/Paris': 1 },
      '2031-10-26T01:00Z',
      [
        '10-27T01:30 zone Europe/Paris 1 next day',
        '10-27T01:30 no_zone  0 next day',
        '10-27T01:30 unknown_zone  0 next day',
      ],
    ],
  ])('%s', (_, time, values, notBefore, wanted) => {
    expect(shown(plan(time, values, notBefore))).toEqual(wanted);
  });

  test('values lead to their waves, others to that of unknown zones', () => {
    const { ofValue, ofNone, ofUnknown } = plan(
      '2031-01-15T09:00',
      { 'Asia/Tokyo': 1, ' ': 1, x: 1 },
      '2031-01-14T00:00Z',
    );
    expect([[...ofValue], ofNone, ofUnknown]).toEqual([
      [
        ['Asia/Tokyo', 0],
        [' ', 1],
      ],
      1,
      2,
    ]);
  });

  test.each<[values: Record<string, number>, wanted: string]>([
    [{ 'Asia/Tokyo': 1 }, '2031-01-15T00:00:00.000Z'],
    [{ 'America/New_York': 1 }, '2031-01-15T08:00:00.000Z'],
    [{}, '2031-01-15T08:00:00.000Z'],
  ])('%j start at %s', (values, wanted) => {
    expect(startOfWaves(plan('2031-01-15T09:00', values, '2031-01-14T00:00Z')).toISOString()).toBe(wanted);
  });
});

const minute = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** What a clock of a zone shows, by another implementation than the rule uses. */
function shows(zone: string, instant: number): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  formats.set(zone, format);
  return format.format(instant).replace(' ', 'T');
}

describe('by the clocks of Intl', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  // Minutes around the changes of clocks of both halves of the year, and any others.
  const changes = [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-09-06',
    '2026-09-27',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
  ];
  const time = fc
    .tuple(
      fc.oneof(
        fc.constantFrom(...changes),
        fc.integer({ min: 0, max: 364 }).map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }).toString()),
      ),
      fc.oneof(fc.integer({ min: 0, max: 4 * 60 }), fc.integer({ min: 0, max: 24 * 60 - 1 })),
    )
    .map(([day, minutes]) => Temporal.PlainDateTime.from(day).add({ minutes }));

  test('a wave is the first minute at which clocks of its zone show the time, or a later one of that day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), time, (zone, local) => {
        const wanted = local.toString({ smallestUnit: 'minute' });
        const at = localInstant(local, zone, new Date(0)).getTime();
        // Clocks are at most 14 hours before and 12 hours behind UTC, and change by at most a day.
        const first = Date.parse(`${wanted}:00Z`) - 40 * 60 * minute;
        expect(shows(zone, at) >= wanted).toBe(true);
        expect(shows(zone, at - minute) < wanted || shows(zone, at - minute) > shows(zone, at)).toBe(true);
        // No earlier minute shows it: steps of a quarter of an hour cannot step over an hour that is shown twice.
        for (let earlier = at - 15 * minute; earlier > Math.max(first, at - 6 * 60 * minute); earlier -= 15 * minute)
          expect(shows(zone, earlier)).not.toBe(wanted);
      }),
      { numRuns: 500 },
    );
  });

  test('with an hour that is over, on the first later day, and never before the instant', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        time,
        fc.integer({ min: -72 * 60, max: 72 * 60 }),
        (zone, local, ahead) => {
          const notBefore = new Date(Date.parse(`${local.toString({ smallestUnit: 'minute' })}:00Z`) + ahead * minute);
          const at = localInstant(local, zone, notBefore);
          expect(at >= notBefore).toBe(true);
          const days = Math.round(
            (at.getTime() - localInstant(local, zone, new Date(0)).getTime()) / (24 * 60 * minute),
          );
          if (days > 0) expect(localInstant(local.add({ days: days - 1 }), zone, new Date(0)) < notBefore).toBe(true);
        },
      ),
    );
  });
});
