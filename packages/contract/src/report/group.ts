import type { Breach, BreachGroup } from './report.ts';

const MOST_TRIALS = 4;

/** Breaches that say the same of the same operation, as one. */
export function grouped(breaches: Breach[]): BreachGroup[] {
  const groups = Map.groupBy(breaches, ({ operation, rule, message }) => JSON.stringify([operation, rule, message]));
  return [...groups.values()].map((all) => ({ ...all[0]!, trials: all.map(({ about }) => about) }));
}

/** `a, b, c, d and 3 more` */
export function listed(trials: string[]): string {
  const more = trials.length - MOST_TRIALS;
  return trials.slice(0, MOST_TRIALS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
