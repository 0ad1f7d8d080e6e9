import type { Db } from '../platform/database/schema.ts';
import { hooksOf } from '../platform/hooks/hooks.ts';

/** Totals from this on are remembered: who reads page after page would wait for each count longer than for the page. */
const large = 100_000;
const rememberMillis = 60_000;
/** Beyond so many, all are forgotten. */
const most = 1000;

/** Of each open database. */
const remembered = new WeakMap<object, Map<string, { total: number; until: number }>>();

/**
 * A count whose result is taken again for a minute if it is large.
 * @param what of one account, names what is counted
 * @param now milliseconds of a clock that nobody sets
 */
export async function rememberedTotal(
  db: Db,
  what: string,
  count: () => Promise<number>,
  now: () => number = () => performance.now(),
): Promise<number> {
  const hooks = hooksOf(db);
  const totals = remembered.get(hooks) ?? new Map();
  remembered.set(hooks, totals);
  const known = totals.get(what);
  if (known && now() < known.until) return known.total;
  const total = await count();
  if (totals.size >= most) totals.clear();
  if (total < large) totals.delete(what);
  else totals.set(what, { total, until: now() + rememberMillis });
  return total;
}
