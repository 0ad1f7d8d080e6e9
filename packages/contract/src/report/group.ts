import type { Breach, BreachGroup } from './report.ts';

const MOST_LISTED = 4;

/** Breaches that say the same of the same operation, as one. */
export function grouped(breaches: Breach[]): BreachGroup[] {
  const groups = Map.groupBy(breaches, ({ operation, rule, message }) => JSON.stringify([operation, rule, message]));
  return [...groups.values()].map((all) => ({ ...all[0]!, cases: all.map(({ about }) => about) }));
}

/** `a, b, c, d and 3 more` */
export function listed(cases: string[]): string {
  const more = cases.length - MOST_LISTED;
  return cases.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
