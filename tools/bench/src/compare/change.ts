/** How much a figure changed between two versions, as a factor, with its 95 % confidence interval. */
export interface Change {
  factor: number;
  low: number;
  high: number;
}

/** Two-sided 95 % quantiles of Student's t distribution, by degrees of freedom from 1. */
const quantiles = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13];

/**
 * Compares values that were measured in pairs. Uses the logarithms of their ratios, because what disturbs a machine makes
 * measurements longer by a factor.
 */
export function compareRuns(now: readonly number[], before: readonly number[]): Change {
  const logs = now.map((value, round) => Math.log(value / before[round]!));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const freedom = logs.length - 1;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / freedom;
  const quantile = quantiles[Math.min(freedom, quantiles.length) - 1] ?? Number.POSITIVE_INFINITY;
  const margin = freedom === 0 ? Number.POSITIVE_INFINITY : quantile * Math.sqrt(variance / logs.length);
  return { factor: Math.exp(mean), low: Math.exp(mean - margin), high: Math.exp(mean + margin) };
}

/** A loss of this share counts once the interval excludes less. */
const largestLoss = 0.1;

export type Verdict = 'better' | 'same' | 'worse' | 'lost';

/** `lost` means worse by more than a tenth. */
export function judgeChange({ low, high }: Change, better: 'higher' | 'lower'): Verdict {
  const [worst, best] = better === 'higher' ? [low, high] : [1 / high, 1 / low];
  if (best < 1 - largestLoss) return 'lost';
  if (best < 1) return 'worse';
  return worst > 1 ? 'better' : 'same';
}
