import { expect, test } from 'vitest';
import { isMultipleOf, multipleFrom } from './json-numbers.ts';

test('every amount of money is a multiple of a cent, and nothing between them is', () => {
  const cents = Array.from({ length: 10_000 }, (_, index) => index + 1);
  expect(cents.filter((cent) => !isMultipleOf(Number((cent / 100).toFixed(2)), 0.01))).toEqual([]);
  expect(cents.filter((cent) => isMultipleOf(Number((cent / 100 + 0.001).toFixed(3)), 0.01))).toEqual([]);
});

test.each([
  [0, 0.01, true],
  [-0.07, 0.01, true],
  [1e-7, 1e-7, true],
  [3e-7, 1e-7, true],
  [3.5e-7, 1e-7, false],
  [1e21, 0.1, true],
  [1e300, 7, false],
  [12345678901234.56, 0.01, true],
  [4.35, 0.05, true],
  [7, 2.5, false],
  [7.5, 2.5, true],
  [9, 4, false],
  [Number.POSITIVE_INFINITY, 2, false],
  [Number.NaN, 2, false],
])('%d by %d: %s', (value, step, wanted) => {
  expect(isMultipleOf(value, step)).toBe(wanted);
});

test.each([
  [0.29, 0.1, 0.3],
  [1.1, 0.07, 1.12],
  [7, 5, 10],
  [-3, 0.5, -3],
])('the first multiple from %d by %d is %d', (value, step, wanted) => {
  expect(multipleFrom(value, step)).toBe(wanted);
});
