import { describe, expect, test } from 'vitest';
import { fractionsOf } from '../../../../test/support/random.ts';
import { planStep } from '../course.ts';
import { errorRate, judge, judgeRevenue } from './verdict.ts';
import type { ValueSums } from './welch.ts';

const experiments = 10_000;

/** How many of so many contacts do something: by the distances between them, so that rare ones cost little. */
function binomial(random: () => number, contacts: number, rate: number): number {
  let successes = 0;
  for (let contact = skip(random, rate); contact < contacts; contact += 1 + skip(random, rate)) successes++;
  return successes;
}

const skip = (random: () => number, rate: number): number => Math.floor(Math.log(1 - random()) / Math.log(1 - rate));

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Values of orders: of one price, of two, and with more and more large ones. */
const orders: Record<string, (random: () => number) => number> = {
  'one price': () => 50,
  'two prices': (random) => (random() < 0.5 ? 20 : 80),
  lognormal: (random) => Math.exp(3.5 + normal(random)),
  'lognormal with a long tail': (random) => Math.exp(3.5 + 1.5 * normal(random)),
  'Pareto without a variance': (random) => 20 * (1 - random()) ** (-1 / 1.5),
};

function sampleOf(
  random: () => number,
  contacts: number,
  rate: number,
  order: (random: () => number) => number,
): ValueSums {
  const others = binomial(random, contacts, rate);
  const sample = { contacts, others, sum: 0, sumOfSquares: 0 };
  for (let index = 0; index < others; index++) {
    const value = order(random);
    sample.sum += value;
    sample.sumOfSquares += value * value;
  }
  return sample;
}

/** How many of the experiments have a winner, as a share. */
function winners(hasWinner: () => boolean): number {
  let found = 0;
  for (let experiment = 0; experiment < experiments; experiment++) if (hasWinner()) found++;
  return found / experiments;
}

describe(`of ${experiments} experiments with equal variants, no more have a winner than was said`, () => {
  test.each(
    Object.keys(orders).flatMap((kind) =>
      [
        [2, 500, 0.004],
        [2, 500, 0.02],
        [2, 200, 0.3],
        [2, 5, 0.5],
        [3, 500, 0.04],
        [5, 200, 0.1],
      ].map(([variants, contacts, rate]) => [kind, variants!, contacts!, rate!] as const),
    ),
  )('revenue, %s: %d variants with %d contacts of whom a share of %d buys', (kind, variants, contacts, rate) => {
    const random = fractionsOf(57);
    const hasWinner = () => {
      const samples = Array.from({ length: variants }, () => sampleOf(random, contacts, rate, orders[kind]!));
      return judgeRevenue(samples).kind === 'winner';
    };
    expect(winners(hasWinner)).toBeLessThanOrEqual(errorRate);
  });

  test.each([
    [2, 1000, 0.03],
    [2, 60, 0.04],
    [3, 150, 0.2],
    [5, 1000, 0.1],
  ])('clicks: %d variants with %d contacts of whom a share of %d clicks', (variants, contacts, rate) => {
    const random = fractionsOf(58);
    const hasWinner = () => {
      const counts = Array.from({ length: variants }, () => ({
        contacts,
        successes: binomial(random, contacts, rate),
      }));
      return judge(counts).kind === 'winner';
    };
    expect(winners(hasWinner)).toBeLessThanOrEqual(errorRate);
  });
});

describe('looking early finds no more winners', () => {
  const looks = 10;
  const contacts = 400;
  const hour = 3_600_000;

  /** Two equal variants whose clicks come in hour by hour. */
  function clicksByHour(random: () => number): { contacts: number; successes: number }[][] {
    const clicked = [0, 0];
    return Array.from({ length: looks }, () =>
      clicked.map((_, index) => {
        clicked[index]! += binomial(random, contacts / looks, 0.05);
        return { contacts, successes: clicked[index]! };
      }),
    );
  }

  test('the plan compares once, however often it is asked', () => {
    const random = fractionsOf(59);
    const due = new Date(looks * hour);
    const variants = [0, 1].map(() => ({ due, startsAt: null, isCounted: false }));
    const hasWinner = () =>
      clicksByHour(random).some((counts, index) => {
        const { lookAt } = planStep(variants, new Date((index + 1) * hour));
        return lookAt === undefined && judge(counts).kind === 'winner';
      });
    expect(winners(hasWinner)).toBeLessThanOrEqual(errorRate);
  });

  test('whoever stops at the first difference finds too many, so the test can tell both apart', () => {
    const random = fractionsOf(59);
    expect(winners(() => clicksByHour(random).some((counts) => judge(counts).kind === 'winner'))).toBeGreaterThan(
      errorRate,
    );
  });
});
