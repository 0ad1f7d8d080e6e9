import type { Estimate } from './intervals.ts';
import { studentBound, studentTails } from './student.ts';

/** Values of contacts, most of which are 0, in sums: so many contacts need no more memory than a few. */
export interface ValueSums {
  contacts: number;
  /** Contacts whose value is not 0. */
  others: number;
  sum: number;
  sumOfSquares: number;
}

/** With fewer values than that, the spread of values is not known, so there is no interval. */
const fewestOthers = 10;

/**
 * Welch's test of the difference of two means, both sides (B. L. Welch, Biometrika 34, 1947, 28–35).
 * @param correction is taken off the difference
 * @returns 0 to 1; 1 if nothing is known of the spread
 */
export function welchTest(one: ValueSums, other: ValueSums, correction = 0): number {
  if (one.contacts < 2 || other.contacts < 2) return 1;
  const [first, second] = [errorOf(one), errorOf(other)];
  const both = first + second;
  if (both === 0) return 1;
  const difference = Math.max(0, Math.abs(meanOf(one) - meanOf(other)) - correction);
  const freedom = both ** 2 / (first ** 2 / (one.contacts - 1) + second ** 2 / (other.contacts - 1));
  return studentTails(difference / Math.sqrt(both), freedom);
}

/**
 * As `welchTest`, less half of a usual value of each contact: the correction for continuity of F. Yates (Supplement to the Journal of
 * the Royal Statistical Society 1, 1934, 217–235), with the mean of all values that are not 0 as the step. Without it, the test
 * finds differences that are none a little more often than its level says where all orders cost the same, and much more often where
 * there are fewer than ten of them.
 */
export function revenueTest(one: ValueSums, other: ValueSums): number {
  const others = one.others + other.others;
  if (others === 0) return 1;
  const usual = Math.abs(one.sum + other.sum) / others;
  return welchTest(one, other, (usual / 2) * (1 / one.contacts + 1 / other.contacts));
}

/** The mean, with its interval of 95 percent by Student's t; without ends if too few values are not 0. */
export function meanEstimate(sample: ValueSums): Pick<Estimate, 'value'> & Partial<Estimate> {
  const value = meanOf(sample);
  if (sample.others < fewestOthers) return { value };
  const half = studentBound(0.05, sample.contacts - 1) * Math.sqrt(errorOf(sample));
  return { value, low: value - half, high: value + half };
}

export const meanOf = ({ contacts, sum }: ValueSums): number => (contacts === 0 ? 0 : sum / contacts);

/** The square of the standard error of the mean; rounding could make it negative. */
const errorOf = ({ contacts, sum, sumOfSquares }: ValueSums): number =>
  Math.max(0, sumOfSquares - sum ** 2 / contacts) / (contacts - 1) / contacts;
