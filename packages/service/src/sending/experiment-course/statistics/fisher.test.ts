import { describe, expect, test } from 'vitest';
import { type Count, fisherTest } from './fisher.ts';

const count = (successes: number, contacts: number): Count => ({ successes, contacts });

const choose = (all: number, some: number): bigint => {
  let result = 1n;
  for (let index = 0; index < some; index++) result = (result * BigInt(all - index)) / BigInt(index + 1);
  return result;
};

/** The same by counting all tables in whole numbers, without logarithms. */
function byCounting(one: Count, other: Count): number {
  const all = one.contacts + other.contacts;
  const successes = one.successes + other.successes;
  const ways = (own: number) => choose(successes, own) * choose(all - successes, one.contacts - own);
  const [least, most] = [Math.max(0, successes - other.contacts), Math.min(successes, one.contacts)];
  let below = 0n;
  let above = 0n;
  for (let own = least; own <= most; own++) {
    if (own <= one.successes) below += ways(own);
    if (own >= one.successes) above += ways(own);
  }
  const smaller = below < above ? below : above;
  const precision = 10n ** 18n;
  return Math.min(1, 2 * (Number((smaller * precision) / choose(all, one.contacts)) / 1e18));
}

describe("Fisher's exact test", () => {
  test('of the lady who tastes tea: 17 of 70 ways are as good as hers', () => {
    expect(fisherTest(count(3, 4), count(1, 4))).toBeCloseTo((2 * 17) / 70, 12);
    expect(fisherTest(count(4, 4), count(0, 4))).toBeCloseTo(2 / 70, 12);
  });

  test('agrees with counting all tables, whichever is the better one', () => {
    for (const contacts of [1, 2, 7, 31, 33, 100])
      for (const others of [1, 5, 32, 90])
        for (let successes = 0; successes <= contacts; successes += 1 + Math.floor(contacts / 9))
          for (let losses = 0; losses <= others; losses += 1 + Math.floor(others / 9)) {
            const [one, other] = [count(successes, contacts), count(losses, others)];
            const told = JSON.stringify([one, other]);
            // Where both are at the mean, either side may be the smaller one.
            expect(fisherTest(one, other), told).toBeGreaterThanOrEqual(byCounting(one, other) - 1e-9);
            expect(fisherTest(one, other), told).toBe(fisherTest(other, one));
            if (byCounting(one, other) < 0.9)
              expect(fisherTest(one, other), told).toBeCloseTo(byCounting(one, other), 9);
          }
  });

  test.each([
    [count(120, 2000), count(151, 2000)],
    [count(3, 1500), count(14, 1500)],
  ])('is exact for large groups: %o and %o', (one, other) => {
    expect(fisherTest(one, other)).toBeCloseTo(byCounting(one, other), 9);
  });

  // SciPy 1.17.1: twice the smaller one of hypergeom.cdf(a, N, K, n) and hypergeom.sf(a - 1, N, K, n).
  test.each([
    [count(3, 4), count(1, 4), 0.48571428571428565],
    [count(120, 2000), count(151, 2000), 0.05892874049396703],
    [count(3, 1500), count(14, 1500), 0.012484735206631308],
    [count(40, 1000), count(90, 1000), 6.997066959041354e-6],
    [count(500_000, 1_000_000), count(501_500, 1_000_000), 0.03401373515775234],
    [count(0, 50), count(6, 50), 0.026661076308390465],
  ])('agrees with SciPy: %o and %o', (one, other, pValue) => {
    expect(fisherTest(one, other) / pValue).toBeCloseTo(1, 7);
  });

  test('an empty group differs from none, and millions take no time that grows with them', () => {
    expect(fisherTest(count(0, 0), count(5, 10))).toBe(1);
    expect(fisherTest(count(0, 10), count(0, 10))).toBe(1);
    const million = fisherTest(count(500_000, 1_000_000), count(501_500, 1_000_000));
    expect(million).toBeGreaterThan(0.03);
    expect(million).toBeLessThan(0.04);
  });
});
