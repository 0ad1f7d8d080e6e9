import { type RawBuilder, sql } from 'kysely';

/**
 * When the latest delivery, opening or click of the account was written down; null when there is none. Ids grow with
 * the time of writing, so the newest row is found by its id, without an index of its own.
 */
export function lastActivity(accountId: number): RawBuilder<Date | null> {
  const newest = (table: 'delivery' | 'opening' | 'click') => sql`(
    select recorded_at from ${sql.table(table)} where account_id = ${accountId} order by id desc limit 1)`;
  return sql<Date | null>`greatest(${newest('delivery')}, ${newest('opening')}, ${newest('click')})`;
}
