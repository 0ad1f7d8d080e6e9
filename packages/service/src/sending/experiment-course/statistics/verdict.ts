import { type Count, fisherTest } from './fisher.ts';
import { meanOf, revenueTest, type ValueSums } from './welch.ts';

/** A variant that is no better than another is taken for the winner at most this often. */
export const errorRate = 0.05;

/** Which variant is chosen, and whether by more than coincidence. */
export interface Judgment {
  kind: 'winner' | 'no_difference';
  /** Index of the variant. */
  index: number;
  pValue: number;
}

/** How variants are compared: by what, and how likely a difference is by coincidence. */
interface Comparison<Variant> {
  measure: (variant: Variant) => number;
  test: (one: Variant, other: Variant) => number;
}

const byShare: Comparison<Count> = {
  measure: ({ contacts, successes }) => (contacts === 0 ? 0 : successes / contacts),
  test: fisherTest,
};

const byRevenue: Comparison<ValueSums> = { measure: meanOf, test: revenueTest };

/** As `judgeBy`, by the share of contacts who did something. */
export const judge = (variants: readonly Count[]): Judgment => judgeBy(byShare, variants);

/** As `judgeBy`, by the revenue for each contact. */
export const judgeRevenue = (variants: readonly ValueSums[]): Judgment => judgeBy(byRevenue, variants);

/**
 * Judges the variants of an experiment, once, at the time that was said before. The one with the largest value wins if it differs
 * from each other one; the p-value is the largest of these tests (intersection-union test: R. L. Berger, Technometrics 24, 1982,
 * 295–300). With more variants, more must be beaten, so no correction for their number is needed. Without a winner it is the first.
 */
function judgeBy<Variant>({ measure, test }: Comparison<Variant>, variants: readonly Variant[]): Judgment {
  const values = variants.map(measure);
  const best = values.indexOf(Math.max(...values));
  const tests = variants.flatMap((variant, index) => (index === best ? [] : [test(variants[best]!, variant)]));
  const pValue = Math.max(...tests);
  return pValue <= errorRate ? { kind: 'winner', index: best, pValue } : { kind: 'no_difference', index: 0, pValue };
}
