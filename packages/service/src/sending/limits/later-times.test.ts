import { expect, test } from 'vitest';
import { laterTimes } from './later-times.ts';

test.each<[number, number | null, number[]]>([
  [4, 24, [5, 5, 10, 10]],
  [3, 1, [5, 10, 15]],
  [3, null, [5, 5, 5]],
  [0, 60, []],
])('%i mails at %s a minute, seconds later: %j', (count, perMinute, wanted) => {
  const from = new Date(0);
  expect(laterTimes(count, from, perMinute).map((time) => time.getTime() / 1000)).toEqual(wanted);
});
