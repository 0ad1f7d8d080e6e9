import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { instantOf, timeIn } from './zone.ts';

test.each([
  ['an ordinary time', '2031-03-01T08:30', 'Europe/Berlin', '2031-03-01T07:30:00.000Z'],
  ['UTC', '2031-03-01T08:30', 'UTC', '2031-03-01T08:30:00.000Z'],
  ['one that clocks skip', '2031-03-30T02:30', 'Europe/Berlin', '2031-03-30T01:00:00.000Z'],
  ['the first after those', '2031-03-30T03:00', 'Europe/Berlin', '2031-03-30T01:00:00.000Z'],
  ['one that clocks show twice', '2031-10-26T02:30', 'Europe/Berlin', '2031-10-26T00:30:00.000Z'],
  ['a gap of half an hour', '2031-10-05T02:15', 'Australia/Lord_Howe', '2031-10-04T15:30:00.000Z'],
  ['a midnight that there is not', '2018-11-04T00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['a day that there is not', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('%s: %s in %s is %s', (_, time, zone, wanted) => {
  expect(instantOf(Temporal.PlainDateTime.from(time), zone).toISOString()).toBe(wanted);
});

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'];
const times = fc
  .integer({ min: 0, max: 70 * 366 * 24 * 60 })
  .map((minutes) => Temporal.PlainDateTime.from('1999-12-31').add({ minutes }));

test('a later time on the clock is never an earlier instant, and an instant shows the time that it was of', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), times, fc.integer({ min: 0, max: 3000 }), (zone, time, minutes) => {
      const [first, second] = [instantOf(time, zone), instantOf(time.add({ minutes }), zone)];
      expect(second.getTime()).toBeGreaterThanOrEqual(first.getTime());
      const shown = timeIn(zone, first).toPlainDateTime();
      // Never earlier than it was asked for, and later only in a gap.
      expect(Temporal.PlainDateTime.compare(shown, time)).toBeGreaterThanOrEqual(0);
      expect(instantOf(shown, zone)).toEqual(first);
    }),
  );
});
