import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { Place } from './place.ts';

/**
 * Returns the place before the first entry that was recorded at a time or later, or behind all entries if there is none. Entries without a
 * position come behind it, so give positions before. Nothing recorded since is before the place; a few older entries may be
 * behind it if their transactions ended late. The place counts as handed out just before the time: reading behind it is
 * `too-old` if anything recorded since is deleted already.
 */
export async function placeFrom(db: Db, accountId: number, from: Date): Promise<Place> {
  const { rows } = await sql<{
    position: number;
    first: number | null;
    entry: number | null;
    recorded_at: Date | null;
  }>`
    with state as (
      select coalesce(max(position), 0) as last from journal where account_id = ${accountId}
    ), found as (
      -- A sum, so that the planner reads what was recorded since, and not all positions from the lowest.
      select min(position + 0) as first from journal_entry where account_id = ${accountId} and recorded_at >= ${from}
    )
    select coalesce(first, last) as position, first, entry.id as entry, entry.recorded_at
    from state cross join found
    left join journal_entry as entry on entry.account_id = ${accountId} and entry.position = coalesce(first, last)`.execute(
    db,
  );
  const { position, first, entry, recorded_at } = rows[0]!;
  const events = first === null ? null : 0;
  return {
    position,
    events,
    entry: entry ?? 0,
    recordedAt: recorded_at?.getTime() ?? 0,
    at: Math.max(from.getTime() - 1, 0),
  };
}

/** Reports whether entries that were recorded at a time or later are deleted already because of their age. */
export async function isForgotten(db: Db, accountId: number, from: Date): Promise<boolean> {
  const journal = await db
    .selectFrom('journal')
    .select('purged_until')
    .where('account_id', '=', accountId)
    .where('purged_until', '>=', from)
    .executeTakeFirst();
  return journal !== undefined;
}
