import type { Markup } from './messages.ts';

/** Reports whether a position stands between `if`, `unless` or `case` and its end. */
export function isConditional(markup: readonly Markup[], position: number): boolean {
  return (markup[countBefore(markup, position) - 1]?.depth ?? 0) > 0;
}

/** Returns how many pieces of the markup, which is in order, end at the position or before it. */
export function countBefore(markup: readonly Markup[], position: number): number {
  let [low, high] = [0, markup.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (markup[middle]!.end <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
