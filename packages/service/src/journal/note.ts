import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { EventKind } from './tables.ts';

/** Events of an entry: few enough that a page reads little more than it shows. */
const perEntry = 200;

/**
 * Inserts journal entries, as part of the statement that records the events: both are committed, or neither is.
 * @param ids a query of one column, the ids of rows that the statement inserts
 */
export function noteEvents(accountId: number, kind: EventKind, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into journal_entry (account_id, kind, event_ids)
    select ${accountId}::int8, ${kind}::text, array_agg(id order by id) from (
      select id, (row_number() over (order by id) - 1) / ${sql.lit(perEntry)} as part from (${ids}) as noted (id)) as event
    group by part order by part`;
}

/** The same in a statement of its own; the transaction must be the one that records the events. */
export async function noteRecorded(db: Db, accountId: number, kind: EventKind, ids: readonly number[]): Promise<void> {
  await noteEvents(accountId, kind, sql`select unnest(${ids}::int8[])`).execute(db);
}
