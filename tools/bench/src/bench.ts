/** What a ratio should be: at most, or at least, a value. */
export interface Target {
  bound: 'at most' | 'at least';
  value: number;
}

/** One figure: the subject against its bare baseline, measured alternately in one run. */
export interface Figure {
  name: string;
  /** Subject divided by baseline. */
  ratio: number;
  /** Null while a figure is only watched. */
  target: Target | null;
  /** What both measured, for people: `410 requests/s against 1,900`. */
  detail: string;
}

/** A benchmark: a function that measures one or several figures. */
export type Bench = () => Promise<Figure[]>;

export function holds({ ratio, target }: Figure): boolean {
  if (target === null) return true;
  return target.bound === 'at most' ? ratio <= target.value : ratio >= target.value;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Measures several things in turn, `rounds` times after one round of warming up; gives the values of each. */
export async function takeTurns<T>(rounds: number, measures: readonly (() => T | Promise<T>)[]): Promise<T[][]> {
  const values = measures.map((): T[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, measure] of measures.entries()) values[at]!.push(await measure());
  }
  return values.map((all) => all.slice(1));
}

/** Measures subject and baseline in turn, and gives both medians and the median of their ratios. */
export async function alternate(
  rounds: number,
  subject: () => number | Promise<number>,
  baseline: () => number | Promise<number>,
): Promise<{ subject: number; baseline: number; ratio: number }> {
  const [first, second] = (await takeTurns(rounds, [subject, baseline])) as [number[], number[]];
  return { subject: median(first), baseline: median(second), ratio: medianRatio(first, second) };
}

/** Median of the ratios of values that were measured in the same rounds. */
export const medianRatio = (subject: readonly number[], baseline: readonly number[]): number =>
  median(subject.map((value, round) => value / baseline[round]!));
