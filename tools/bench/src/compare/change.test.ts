import { expect, test } from 'vitest';
import { compareRuns, judgeChange } from './change.ts';

test('pairs that agree give a narrow interval, and a single pair gives none', () => {
  const change = compareRuns([2, 4, 8], [1, 2, 4]);
  expect(change.factor).toBeCloseTo(2);
  expect([change.low, change.high]).toEqual([expect.closeTo(2), expect.closeTo(2)]);
  expect(compareRuns([2], [1])).toEqual({ factor: 2, low: 0, high: Number.POSITIVE_INFINITY });
});

test('a disturbance of one pair widens the interval', () => {
  const { factor, low, high } = compareRuns([1, 1, 1, 2], [1, 1, 1, 1]);
  expect(factor).toBeCloseTo(2 ** 0.25);
  expect(low).toBeLessThan(1);
  expect(high).toBeGreaterThan(2);
});

test.each([
  [{ factor: 1.2, low: 1.1, high: 1.3 }, 'higher', 'better'],
  [{ factor: 1.2, low: 0.9, high: 1.5 }, 'higher', 'same'],
  [{ factor: 0.95, low: 0.92, high: 0.98 }, 'higher', 'worse'],
  [{ factor: 0.8, low: 0.75, high: 0.95 }, 'higher', 'worse'],
  [{ factor: 0.8, low: 0.75, high: 0.85 }, 'higher', 'lost'],
  [{ factor: 1.2, low: 1.15, high: 1.25 }, 'lower', 'lost'],
  [{ factor: 0.8, low: 0.75, high: 0.85 }, 'lower', 'better'],
] as const)('%j where %s is better: %s', (change, better, wanted) => {
  expect(judgeChange(change, better)).toBe(wanted);
});
