import { type Count, fisherTest } from './fisher.ts';

/** A variant that is no better than another is taken for the winner at most this often. */
export const errorRate = 0.05;

/** Which variant is chosen, and whether by more than coincidence. */
export interface Judgment {
  kind: 'winner' | 'no_difference';
  /** Index of the variant. */
  index: number;
  pValue: number;
}

/**
 * Judges the variants of an experiment, once, at the time that was said before. The one with the largest share wins if it differs
 * from each other one; the p-value is the largest of these tests (intersection-union test: R. L. Berger, Technometrics 24, 1982,
 * 295–300). With more variants, more must be beaten, so no correction for their number is needed. Without a winner it is the first.
 */
export function judge(variants: readonly Count[]): Judgment {
  const shares = variants.map(({ contacts, successes }) => (contacts === 0 ? 0 : successes / contacts));
  const best = shares.indexOf(Math.max(...shares));
  const tests = variants.flatMap((variant, index) => (index === best ? [] : [fisherTest(variants[best]!, variant)]));
  const pValue = Math.max(...tests);
  return pValue <= errorRate ? { kind: 'winner', index: best, pValue } : { kind: 'no_difference', index: 0, pValue };
}
