import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextRun, type RunTimes } from './next-run.ts';

const times = (repeat: RunTimes['repeat'], more: Partial<RunTimes> = {}): RunTimes => ({
  repeat,
  day_of_month: null,
  day_of_week: null,
  hours: null,
  minutes: 0,
  ...more,
});

test.each<[string, RunTimes, string, string, string]>([
  ['hourly', times('HOUR', { minutes: 30 }), 'Europe/Berlin', '2031-03-01T07:29:59Z', '2031-03-01T07:30:00.000Z'],
  [
    'hourly, at its instant',
    times('HOUR', { minutes: 30 }),
    'Europe/Berlin',
    '2031-03-01T07:30:00Z',
    '2031-03-01T08:30:00.000Z',
  ],
  [
    'hourly, of a zone with minutes',
    times('HOUR'),
    'Asia/Kathmandu',
    '2031-03-01T07:00:00Z',
    '2031-03-01T07:15:00.000Z',
  ],
  ['hourly, in the repeated hour', times('HOUR'), 'Europe/Berlin', '2031-10-26T00:00:00Z', '2031-10-26T01:00:00.000Z'],
  [
    'daily, still today',
    times('DAY', { hours: 9 }),
    'Europe/Berlin',
    '2031-03-01T07:59:59Z',
    '2031-03-01T08:00:00.000Z',
  ],
  ['daily, tomorrow', times('DAY', { hours: 9 }), 'Europe/Berlin', '2031-03-01T08:00:00Z', '2031-03-02T08:00:00.000Z'],
  [
    'daily, in the skipped hour',
    times('DAY', { hours: 2, minutes: 30 }),
    'Europe/Berlin',
    '2031-03-29T12:00:00Z',
    '2031-03-30T01:00:00.000Z',
  ],
  [
    'daily, once in the repeated hour',
    times('DAY', { hours: 2, minutes: 30 }),
    'Europe/Berlin',
    '2031-10-26T00:30:00Z',
    '2031-10-27T01:30:00.000Z',
  ],
  [
    'weekly, 1 is Sunday',
    times('WEEK', { day_of_week: 1, hours: 9 }),
    'UTC',
    '2031-03-01T12:00:00Z',
    '2031-03-02T09:00:00.000Z',
  ],
  [
    'weekly, 7 is Saturday',
    times('WEEK', { day_of_week: 7, hours: 9 }),
    'UTC',
    '2031-03-01T12:00:00Z',
    '2031-03-08T09:00:00.000Z',
  ],
  [
    'weekly, by the day of the zone',
    times('WEEK', { day_of_week: 2, hours: 1 }),
    'Europe/Berlin',
    '2031-03-01T12:00:00Z',
    '2031-03-03T00:00:00.000Z',
  ],
  [
    'monthly',
    times('MONTH', { day_of_month: 15, hours: 0 }),
    'UTC',
    '2031-03-15T00:00:00Z',
    '2031-04-15T00:00:00.000Z',
  ],
  [
    'monthly, beyond the end',
    times('MONTH', { day_of_month: 31, hours: 23, minutes: 59 }),
    'UTC',
    '2031-02-01T00:00:00Z',
    '2031-02-28T23:59:00.000Z',
  ],
  [
    'monthly, in a leap year',
    times('MONTH', { day_of_month: 30, hours: 0 }),
    'UTC',
    '2032-02-01T00:00:00Z',
    '2032-02-29T00:00:00.000Z',
  ],
])('%s', (_, run, zone, after, wanted) => {
  expect(nextRun(run, zone, new Date(after)).toISOString()).toBe(wanted);
});

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
const instants = fc.date({ min: new Date('2025-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
const anyTimes = fc.record({
  repeat: fc.constantFrom('HOUR', 'DAY', 'WEEK', 'MONTH'),
  day_of_month: fc.integer({ min: 1, max: 31 }),
  day_of_week: fc.integer({ min: 1, max: 7 }),
  hours: fc.nat(23),
  minutes: fc.nat(59),
});
const longest = { HOUR: 2.5, DAY: 26, WEEK: 7 * 24 + 2, MONTH: 31 * 24 + 2 };

/** What the clock shows, by the calendar of the platform. */
function shown(zone: string, date: Date) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
}
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

test('a run is later than the instant, within the interval, and next to it from every instant between', () => {
  fc.assert(
    fc.property(
      anyTimes,
      fc.constantFrom(...zones),
      instants,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (run, zone, after, part) => {
        const next = nextRun(run, zone, after);
        expect(next.getTime()).toBeGreaterThan(after.getTime());
        expect(next.getTime() - after.getTime()).toBeLessThanOrEqual(longest[run.repeat] * 3_600_000);
        const between = new Date(after.getTime() + Math.floor(part * (next.getTime() - 1 - after.getTime())));
        expect(nextRun(run, zone, between)).toEqual(next);
      },
    ),
  );
});

test('the clock shows the time of a run, unless it skips that', () => {
  fc.assert(
    fc.property(anyTimes, fc.constantFrom(...zones), instants, (run, zone, after) => {
      const clock = shown(zone, nextRun(run, zone, after));
      expect(clock.second).toBe('00');
      const before = shown(zone, new Date(nextRun(run, zone, after).getTime() - 60_000));
      const minuteOfDay = (time: Record<string, string>) => Number(time.hour) * 60 + Number(time.minute);
      const skips = (minuteOfDay(clock) - minuteOfDay(before) + 1440) % 1440 !== 1;
      if (!skips) expect(Number(clock.minute)).toBe(run.minutes);
      if (run.repeat === 'HOUR') return;
      if (!skips) expect(Number(clock.hour)).toBe(run.hours);
      if (run.repeat === 'WEEK') expect(clock.weekday).toBe(weekdays[run.day_of_week - 1]);
      if (run.repeat === 'MONTH') expect(Number(clock.day)).toBeLessThanOrEqual(run.day_of_month);
    }),
  );
});
