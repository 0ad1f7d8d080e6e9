import { ShortCache } from '../cache/short-cache.ts';
import type { Db } from '../database/schema.ts';
import { perDatabase } from './per-database.ts';

/** Which totals are remembered, and for how long. */
export interface RememberedTotals {
  /** Totals from this on: who reads page after page would wait for each count longer than for the page. */
  large: number;
  keptMillis: number;
}

/** Of the totals of one database, some thousands. */
const maxBytes = 4_000_000;

/**
 * Returns a function that counts, and takes the result of an earlier count instead if it was large.
 * Its parameter `what` is the key of the list, of one account.
 */
export function rememberTotals({ large, keptMillis }: RememberedTotals) {
  const totalsOf = perDatabase(() => new ShortCache<number>({ keptMillis, maxBytes }));
  return async (db: Db, what: string, count: () => Promise<number>): Promise<number> => {
    const totals = totalsOf(db);
    const known = totals.get(what);
    if (known !== undefined) return known;
    const total = await count();
    if (total >= large) totals.set(what, total, 0);
    return total;
  };
}
