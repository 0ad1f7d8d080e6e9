import { expect, test } from 'vitest';
import { addDays, dayToStart, firstDayAfter, startOf } from './start-days.ts';

const berlin = 'Europe/Berlin';
const newYork = 'America/New_York';

test.each([
  ['in winter', '2028-01-15', 9, berlin, '2028-01-15T08:00:00.000Z'],
  ['in summer', '2028-07-15', 9, berlin, '2028-07-15T07:00:00.000Z'],
  ['an hour that the clock skips is the next one', '2028-03-26', 2, berlin, '2028-03-26T01:00:00.000Z'],
  ['an hour that the clock shows twice is the first', '2028-10-29', 2, berlin, '2028-10-29T00:00:00.000Z'],
  ['the day begins an hour late', '2028-09-03', 0, 'America/Santiago', '2028-09-03T04:00:00.000Z'],
  ['far in the east', '2028-01-15', 0, 'Pacific/Kiritimati', '2028-01-14T10:00:00.000Z'],
  ['a day that a zone skipped', '2011-12-30', 9, 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('%s: %s at %i in %s is %s', (_, day, hour, zone, wanted) => {
  expect(startOf(day, { hour }, zone).toISOString()).toBe(wanted);
});

test.each([
  ['today, a moment before the hour', '2028-02-29T07:59:59.999Z', 9, berlin, '2028-02-29'],
  ['tomorrow, at the hour', '2028-02-29T08:00:00.000Z', 9, berlin, '2028-03-01'],
  ['today is yesterday there', '2028-03-01T03:00:00Z', 23, newYork, '2028-02-29'],
  ['the day that a zone skipped comes next', '2011-12-30T09:00:00Z', 9, 'Pacific/Apia', '2011-12-30'],
])('%s: behind %s at %i in %s comes %s', (_, after, hour, zone, wanted) => {
  expect(firstDayAfter(new Date(after), { hour }, zone)).toBe(wanted);
});

test.each([
  ['before its hour', '2028-03-10', '2028-03-10T07:00:00Z', '2028-03-10'],
  ['in the evening', '2028-03-10', '2028-03-10T22:00:00Z', '2028-03-10'],
  ['almost a day late', '2028-03-10', '2028-03-11T07:59:59Z', '2028-03-10'],
  ['a day late', '2028-03-10', '2028-03-11T08:00:00Z', '2028-03-11'],
  ['weeks late', '2028-03-10', '2028-03-31T12:00:00Z', '2028-03-31'],
  ['weeks late, before the hour', '2028-03-10', '2028-03-31T06:00:00Z', '2028-03-30'],
])('%s: of %s at %s is started %s', (_, planned, now, wanted) => {
  expect(dayToStart(planned, new Date(now), { hour: 9 }, berlin)).toBe(wanted);
});

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2028-01-10', -30, '2027-12-11'],
])('%s and %i days: %s', (day, days, wanted) => {
  expect(addDays(day, days)).toBe(wanted);
});
