import type { StoredExperiment } from '../experiments/store.ts';
import type { TestFigures } from '../tables.ts';
import type { Count } from './statistics/fisher.ts';
import { type Judgment, judge, judgeRevenue } from './statistics/verdict.ts';
import type { ValueSums } from './statistics/welch.ts';

/** Contacts of a variant and those of them who opened, clicked or converted. */
export const openedOf = ({ recipients, opened }: TestFigures): Count => within(recipients, opened);
export const clickedOf = ({ recipients, clicked }: TestFigures): Count => within(recipients, clicked);
export const convertedOf = ({ contacts, converted }: TestFigures): Count => within(contacts, converted);

/** What the drawn contacts of a variant have spent, most of them nothing; undefined for figures of older versions. */
export const spentOf = ({ contacts, revenue, buyers, revenue_squares }: TestFigures): ValueSums | undefined =>
  buyers === undefined || revenue_squares === undefined
    ? undefined
    : { contacts, others: Math.min(buyers, contacts), sum: Number(revenue), sumOfSquares: revenue_squares };

/** How the variants of an experiment are compared; undefined if a person chooses. */
export const judgmentOf: Record<
  StoredExperiment['criterion'],
  ((figures: readonly TestFigures[]) => Judgment) | undefined
> = {
  human_clicks: (figures) => judge(figures.map(clickedOf)),
  human_openings: (figures) => judge(figures.map(openedOf)),
  conversions: (figures) => judge(figures.map(convertedOf)),
  revenue: (figures) => judgeRevenue(figures.flatMap((each) => spentOf(each) ?? [])),
  by_hand: undefined,
};

/** A mail that was passed on anonymously can have more readers than recipients. */
const within = (contacts: number, successes: number): Count => ({
  contacts,
  successes: Math.min(successes, contacts),
});
