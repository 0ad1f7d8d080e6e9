import type { Cost } from './measure.ts';

/** CPU time grows at most with this power of the size of an input. */
export const maxExponent = 1.2;
/** Nobody waits longer for an answer because of somebody else's input, in ms. */
export const maxWait = 200;
/** Less says nothing about how it grows: other work of the process takes as long. */
const leastMillis = 12;

export interface Growth {
  /** Undefined if the largest input takes too little time to tell. */
  exponent: number | undefined;
  wait: number;
}

/**
 * Judges the costs of inputs of n, 2n, 4n and 8n, of which the last one is the largest allowed. Inputs that are rejected
 * because of a limit cost less than smaller ones, so growth is judged up to the input that costs most.
 */
export function judgeGrowth(costs: readonly Cost[]): Growth {
  const wait = Math.max(...costs.map(({ longestTurn }) => longestTurn));
  const most = Math.max(...costs.map(({ cpu }) => cpu));
  const rising = costs.slice(0, costs.findIndex(({ cpu }) => cpu === most) + 1);
  if (most < 4 * leastMillis || rising.length === 1) return { exponent: undefined, wait };
  const logs = rising.map(({ cpu }) => Math.log2(Math.max(cpu, leastMillis)));
  // What is too short to be measured counts as the least, so that only the end of the line is looked at.
  const from = Math.max(
    0,
    logs.findLastIndex((log) => log <= Math.log2(leastMillis)),
  );
  return { exponent: slope(logs.slice(Math.min(from, logs.length - 2))), wait };
}

/** The slope of the line through values at 0, 1, 2, … with the least squares. */
function slope(values: readonly number[]): number {
  const mean = (values.length - 1) / 2;
  const sum = values.reduce((total, value, at) => total + (at - mean) * value, 0);
  return sum / values.reduce((total, _, at) => total + (at - mean) ** 2, 0);
}

export const isWithin = ({ exponent = 0, wait }: Growth) => exponent <= maxExponent && wait <= maxWait;

/** The best of several measurements: whatever disturbs one makes it worse. */
export const best = (one: readonly Cost[], other: readonly Cost[]): Cost[] =>
  one.map(({ cpu, longestTurn }, at) => ({
    cpu: Math.min(cpu, other[at]!.cpu),
    longestTurn: Math.min(longestTurn, other[at]!.longestTurn),
  }));
