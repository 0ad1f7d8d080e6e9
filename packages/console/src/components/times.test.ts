import { expect, test } from 'vitest';
import { sayIn } from '../words.ts';
import { localTime, plainMinute } from './times.ts';

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
