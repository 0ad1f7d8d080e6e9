import { expect, test } from 'vitest';
import { sayIn } from '../words.ts';
import { localTime, plainMinute, startOfDay } from './times.ts';

test.each([
  ['en', 'Europe/Berlin', '2031-01-09 23:30:00', '2031-01-10 00:30'],
  ['en', 'Europe/Berlin', '2031-07-09 10:00:00.5', '2031-07-09 12:00'],
  ['en', 'UTC', '2031-01-09 00:00:00', '2031-01-09 00:00'],
  ['de', 'UTC', '2031-01-09 00:00:00', '09.01.2031, 00:00'],
  ['es', 'UTC', '2031-01-09 15:00:00', '09/01/2031, 15:00'],
  ['fr', 'UTC', '2031-01-09 15:00:00', '09/01/2031 15:00'],
  ['de', 'UTC', 'unknown', 'unknown'],
] as const)('in %s and %s, %s is %s', (language, timeZone, at, wanted) => {
  expect(localTime({ account: { timeZone }, say: sayIn(language) }, at)).toBe(wanted);
});

test('fields and files have plain times in every language', () => {
  expect(plainMinute('Europe/Berlin', Date.UTC(2031, 0, 9, 23, 30))).toBe('2031-01-10 00:30');
});

test.each([
  ['UTC', '2031-01-09', '2031-01-09T00:00Z'],
  ['Asia/Tokyo', '2031-01-09', '2031-01-08T15:00Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00Z'],
  ['Pacific/Kiritimati', '2031-01-09', '2031-01-08T10:00Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00Z'], // clocks go forward at midnight
])('in %s, the day %s begins at %s', (timeZone, day, wanted) => {
  expect(startOfDay(timeZone, day)).toBe(Date.parse(wanted));
});
