import { describe, expect, test } from 'vitest';
import { meanEstimate, revenueTest, type ValueSums, welchTest } from './welch.ts';

const sample = (contacts: number, others: number, sum: number, sumOfSquares: number): ValueSums => ({
  contacts,
  others,
  sum,
  sumOfSquares,
});

/** Revenue of contacts: most bought nothing, the others for amounts of a lognormal distribution, in cents. */
const references = [
  {
    one: sample(500, 7, 480.57, 90_699.1999),
    other: sample(500, 11, 650.66, 80_622.7958),
    pValue: 0.6803550440080485,
    interval: undefined,
  },
  {
    one: sample(2000, 88, 6749.22, 2_346_836.9528),
    other: sample(1999, 132, 11_445.96, 5_128_521.6894),
    pValue: 0.08387005889488817,
    interval: [1.8793611045426657, 4.869858895457335],
  },
  {
    one: sample(40, 10, 325.63, 11_863.3159),
    other: sample(41, 19, 391.73, 9178.1091),
    pValue: 0.6429172991500516,
    interval: [3.225397776773127, 13.056102223226874],
  },
  {
    one: sample(10_000, 214, 36_845.77, 49_937_603.3187),
    other: sample(10_000, 301, 49_251.62, 34_122_622.6562),
    pValue: 0.17508585398675838,
    interval: [2.3011855578347458, 5.067968442165255],
  },
] as const;

// SciPy 1.17.1: ttest_ind(one, other, equal_var=False).pvalue, and t.interval(0.95, n - 1, mean, sem) of all values one by one.
describe("Welch's test from sums agrees with SciPy from values", () => {
  test.each(references)('of $one.contacts contacts: $pValue', ({ one, other, pValue, interval }) => {
    expect(welchTest(one, other)).toBeCloseTo(pValue, 8);
    expect(welchTest(other, one)).toBe(welchTest(one, other));
    const { low, high } = meanEstimate(one);
    expect(low === undefined).toBe(interval === undefined);
    if (interval === undefined) return;
    expect(low).toBeCloseTo(interval[0], 7);
    expect(high).toBeCloseTo(interval[1], 7);
  });
});

describe('the test of revenue', () => {
  test.each([
    ['nobody bought', sample(100, 0, 0, 0), sample(100, 0, 0, 0)],
    ['nobody got a mail', sample(0, 0, 0, 0), sample(0, 0, 0, 0)],
    ['one contact each', sample(1, 1, 10, 100), sample(1, 0, 0, 0)],
    ['the spread is not known', sample(2, 2, 20, 200), sample(2, 0, 0, 0)],
    ['one large order', sample(1000, 1, 10_000, 1e8), sample(1000, 0, 0, 0)],
    ['four equal orders against none', sample(1000, 4, 40, 400), sample(1000, 0, 0, 0)],
  ])('finds nothing: %s', (_, one, other) => {
    expect(revenueTest(one, other)).toBeGreaterThan(0.05);
  });

  test('is more careful than Welch alone', () => {
    for (const { one, other } of references) expect(revenueTest(one, other)).toBeGreaterThan(welchTest(one, other));
  });

  test('finds a large difference of many orders', () => {
    expect(revenueTest(sample(1000, 40, 400, 4400), sample(1000, 90, 900, 9900))).toBeLessThan(0.001);
  });

  test('orders that were taken back do no harm', () => {
    expect(revenueTest(sample(1000, 20, -200, 2400), sample(1000, 20, 200, 2400))).toBeLessThan(0.001);
    expect(revenueTest(sample(1000, 2, 0, 200), sample(1000, 2, 0, 200))).toBe(1);
  });
});
