import type { Markup } from './messages.ts';

/** Whether a position stands between `if`, `unless` or `case` and its end. */
export function isConditional(markup: readonly Markup[], position: number): boolean {
  return (markup.findLast(({ end }) => end <= position)?.depth ?? 0) > 0;
}
