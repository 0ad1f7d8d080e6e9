import { expect, test } from 'vitest';
import { backOffMillis } from './back-off.ts';

test.each([
  [1, 10_000],
  [2, 20_000],
  [5, 160_000],
  [12, 20_480_000],
  [13, 21_600_000],
  [2000, 21_600_000],
])('after failure %i: %i ms', (attempts, wanted) => {
  expect(backOffMillis(attempts)).toBe(wanted);
});
