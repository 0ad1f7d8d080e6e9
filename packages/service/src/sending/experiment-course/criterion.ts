import type { StoredExperiment } from '../experiments/store.ts';
import type { TestFigures } from '../tables.ts';
import type { Count } from './statistics/fisher.ts';

/** Contacts of a variant and those of them who opened, clicked or converted. */
export const openedOf = ({ recipients, opened }: TestFigures): Count => within(recipients, opened);
export const clickedOf = ({ recipients, clicked }: TestFigures): Count => within(recipients, clicked);
export const convertedOf = ({ contacts, converted }: TestFigures): Count => within(contacts, converted);

/** What the variants of an experiment are compared by; undefined if a person chooses. */
export const countOf: Record<StoredExperiment['criterion'], ((figures: TestFigures) => Count) | undefined> = {
  human_clicks: clickedOf,
  human_openings: openedOf,
  conversions: convertedOf,
  by_hand: undefined,
};

/** A mail that was passed on anonymously can have more readers than recipients. */
const within = (contacts: number, successes: number): Count => ({
  contacts,
  successes: Math.min(successes, contacts),
});
