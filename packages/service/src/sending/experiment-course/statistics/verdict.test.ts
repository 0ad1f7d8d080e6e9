import { describe, expect, test } from 'vitest';
import { fractionsOf } from '../../../../test/support/random.ts';
import { errorRate, judge } from './verdict.ts';

const each = (contacts: number, ...successes: number[]) => successes.map((number) => ({ contacts, successes: number }));

function binomial(random: () => number, contacts: number, rate: number): number {
  let successes = 0;
  for (let contact = 0; contact < contacts; contact++) if (random() < rate) successes++;
  return successes;
}

describe('the choice of a variant', () => {
  test.each([
    ['a clear winner', each(1000, 40, 90), 'winner', 1],
    ['no difference', each(1000, 40, 45), 'no_difference', 0],
    ['better than one, but not than the other', each(1000, 40, 90, 88), 'no_difference', 0],
    ['better than all', each(1000, 40, 90, 50, 52, 45), 'winner', 1],
    ['the first is better', each(1000, 90, 40), 'winner', 0],
    ['nobody did anything', each(1000, 0, 0), 'no_difference', 0],
    ['nobody got anything', each(0, 0, 0), 'no_difference', 0],
    ['two of two against none of two', each(2, 0, 2), 'no_difference', 0],
  ] as const)('%s', (_, variants, kind, index) => {
    expect(judge(variants)).toMatchObject({ kind, index });
  });

  test('of equal variants one wins no more often than was said, however many there are', () => {
    const random = fractionsOf(7);
    const rounds = 2000;
    for (const variants of [2, 3, 5])
      for (const [contacts, rate] of [
        [12, 0.3],
        [60, 0.04],
        [150, 0.2],
      ] as const) {
        let winners = 0;
        for (let round = 0; round < rounds; round++) {
          const counts = Array.from({ length: variants }, () => binomial(random, contacts, rate));
          if (judge(each(contacts, ...counts)).kind === 'winner') winners++;
        }
        // Three standard deviations beyond what was said would be more than coincidence.
        const most = errorRate + 3 * Math.sqrt((errorRate * (1 - errorRate)) / rounds);
        expect(winners / rounds, JSON.stringify({ variants, contacts, rate })).toBeLessThanOrEqual(most);
      }
  });

  test('a variant that is twice as good wins as a rule, and is the right one', () => {
    const random = fractionsOf(8);
    const wins = [0, 0];
    for (let round = 0; round < 200; round++) {
      const { kind, index } = judge(each(1000, binomial(random, 1000, 0.05), binomial(random, 1000, 0.1)));
      if (kind === 'winner') wins[index]!++;
    }
    expect(wins[1]).toBeGreaterThan(180);
    expect(wins[0]).toBe(0);
  });
});
