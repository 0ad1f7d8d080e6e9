import { describe, expect, test } from 'vitest';
import { differenceOf, rateOf } from './intervals.ts';

const count = (successes: number, contacts: number) => ({ successes, contacts });
const z = 1.959963984540054;

describe('the interval of a share', () => {
  // Table I of R. G. Newcombe, Statistics in Medicine 17, 1998, 857–872, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [10, 10, 0.7225, 1],
    [0, 0, 0, 1],
  ])('%d of %d: %d to %d', (successes, contacts, low, high) => {
    const rate = rateOf(count(successes, contacts));
    expect(rate.low).toBeCloseTo(low, 4);
    expect(rate.high).toBeCloseTo(high, 4);
  });

  // SciPy 1.17.1: binomtest(successes, contacts).proportion_ci(0.95, 'wilson').
  test.each([
    [15, 148, 0.06238639953073629, 0.16048724172330803],
    [0, 20, 0, 0.16112515805281935],
    [60, 998, 0.046991025035879874, 0.07662280400895986],
    [10, 10, 0.7224672001371109, 1],
  ])('%d of %d agrees with SciPy: %d to %d', (successes, contacts, low, high) => {
    const rate = rateOf(count(successes, contacts));
    expect(rate.low).toBeCloseTo(low, 12);
    expect(rate.high).toBeCloseTo(high, 12);
  });

  test('ends where the share is so far away as the test of it permits', () => {
    for (const contacts of [5, 40, 1000])
      for (const successes of [1, Math.floor(contacts / 3), contacts - 1]) {
        const { value, low, high } = rateOf(count(successes, contacts));
        for (const end of [low, high])
          expect((value - end) ** 2 / ((end * (1 - end)) / contacts), `${successes}/${contacts}`).toBeCloseTo(
            z ** 2,
            6,
          );
      }
  });
});

describe('the interval of a difference', () => {
  // Table II of R. G. Newcombe, Statistics in Medicine 17, 1998, 873–890, method 10.
  test.each([
    [count(56, 70), count(48, 80), 0.0524, 0.3339],
    [count(9, 10), count(3, 10), 0.1705, 0.809],
    [count(6, 7), count(2, 7), 0.0582, 0.8062],
    [count(5, 56), count(0, 29), -0.0381, 0.1926],
    [count(0, 10), count(0, 20), -0.1611, 0.2775],
    [count(10, 10), count(0, 20), 0.6791, 1],
  ])('%o and %o: %d to %d', (one, other, low, high) => {
    const difference = differenceOf(one, other);
    expect(difference.low).toBeCloseTo(low, 4);
    expect(difference.high).toBeCloseTo(high, 4);
  });
});
