import { expect, test } from 'vitest';
import { retryAt } from './retry.ts';

const start = new Date('2026-11-22T10:00:00Z');
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

test.each<[number, number, number | undefined]>([
  [0, 0, 1],
  [1, 1, 6],
  [2, 6, 21],
  [3, 21, 81],
  [4, 81, 141],
  [50, 47 * 60, 48 * 60],
  [51, 48 * 60, undefined],
])('put off %i times before, the last time after %i minutes: again after %s', (deferrals, now, wanted) => {
  expect(retryAt(deferrals, start, after(now))).toEqual(wanted === undefined ? undefined : after(wanted));
});
