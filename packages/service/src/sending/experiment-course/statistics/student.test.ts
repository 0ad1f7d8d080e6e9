import { describe, expect, test } from 'vitest';
import { studentBound, studentTails } from './student.ts';

// SciPy 1.17.1: 2 * scipy.stats.t.sf(abs(t), freedom), and scipy.stats.t.isf(tails / 2, freedom).
describe("Student's t agrees with SciPy", () => {
  test.each([
    [0.5, 1, 0.7048327646991335],
    [1, 1, 0.5000000000000001],
    [2, 2.5, 0.1573914957579659],
    [2, 10, 0.07338803477074037],
    [-3, 7.3, 0.018980551023133497],
    [1.96, 1e6, 0.04999606758526985],
    [4, 30, 0.0003818456360837564],
    [8, 500, 8.729662793880161e-15],
    [0.001, 12, 0.9992185475306494],
    [1.5, 99_999.5, 0.13361755953861568],
    [40, 3, 3.4380680789158506e-5],
    [6, 1e5, 1.9799294556017718e-9],
  ])('at t = %d with %d degrees of freedom', (t, freedom, tails) => {
    expect(studentTails(t, freedom) / tails).toBeCloseTo(1, 8);
  });

  test.each([
    [0.05, 1, 12.706204736174705],
    [0.05, 2, 4.302652729749464],
    [0.05, 9, 2.2621571627982053],
    [0.05, 499, 1.964729390987689],
    [0.05, 123_456, 1.9599832002451871],
    [0.01, 30, 2.749995653567226],
  ])('the bound of %d with %d degrees of freedom', (tails, freedom, bound) => {
    expect(studentBound(tails, freedom)).toBeCloseTo(bound, 7);
  });

  test('nothing is farther from 0 than 0, and nothing is beyond infinity', () => {
    expect(studentTails(0, 5)).toBe(1);
    expect(studentTails(1e9, 1e6)).toBe(0);
  });
});
