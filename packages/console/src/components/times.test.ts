import { expect, test } from 'vitest';
import { localTime } from './times.ts';

test.each([
  ['Europe/Berlin', '2031-01-09 23:30:00', '2031-01-10 00:30'],
  ['Europe/Berlin', '2031-07-09 10:00:00.5', '2031-07-09 12:00'],
  ['UTC', '2031-01-09 00:00:00', '2031-01-09 00:00'],
  ['UTC', 'unknown', 'unknown'],
])('in %s, %s is %s', (zone, at, wanted) => {
  expect(localTime(zone, at)).toBe(wanted);
});
