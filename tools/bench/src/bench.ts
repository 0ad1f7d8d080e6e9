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

/** Measures subject and baseline in turn, `rounds` times after one round of warming up, and gives both medians. */
export async function alternate(
  rounds: number,
  subject: () => number | Promise<number>,
  baseline: () => number | Promise<number>,
): Promise<{ subject: number; baseline: number; ratio: number }> {
  const measured: [number, number][] = [];
  for (let round = 0; round <= rounds; round++) measured.push([await subject(), await baseline()]);
  const counted = measured.slice(1);
  return {
    subject: median(counted.map(([value]) => value)),
    baseline: median(counted.map(([, value]) => value)),
    ratio: median(counted.map(([a, b]) => a / b)),
  };
}
