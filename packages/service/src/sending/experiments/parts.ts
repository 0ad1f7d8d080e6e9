/** What of a target group is drawn. */
export interface Division {
  /** Percent of the target group that the variants share. */
  share: number;
  /** Percent that gets nothing. */
  holdout: number;
  variants: number;
}

/** The part of those who get nothing; variants are parts from 0 on. */
export const heldOut = -1;

/**
 * How many contacts of a target group each part gets: those who get nothing first, then each variant. Every number is less than
 * one contact away from its exact share, and so is the sum of any of them that follow each other.
 */
export function partSizes(contacts: number, { share, holdout, variants }: Division): number[] {
  const ends = [holdout, ...Array.from({ length: variants }, (_, index) => holdout + (share * (index + 1)) / variants)];
  const rounded = ends.map((percent) => Math.round((contacts * percent) / 100));
  return rounded.map((end, index) => end - (rounded[index - 1] ?? 0));
}
