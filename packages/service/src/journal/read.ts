import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { Place } from './place.ts';
import type { EventKind } from './tables.ts';

/** An event that the journal names, and the place behind it. */
export interface NotedEvent {
  kind: EventKind;
  id: number;
  place: Place;
}

export interface JournalPart {
  events: NotedEvent[];
  /** Where the next part begins. */
  end: Place;
  /** Whether events follow. */
  more: boolean;
}

/**
 * Why nothing can be read behind a place: an event that was recorded after it was handed out is deleted already, or its
 * entry is not one of this journal.
 */
export type PlaceFault = 'too-old' | 'unknown';

/**
 * Reads at most `limit` events behind a place, or from the first one that is kept. The time does not depend on the place: one
 * range of an index is read. One statement tells what is kept and reads it, so that nothing is deleted in between.
 */
export async function readJournal(
  db: Db,
  accountId: number,
  after: Place | undefined,
  limit: number,
): Promise<JournalPart | PlaceFault> {
  const { position: from, events: done } = after ?? { position: 0, events: null };
  const { rows } = await sql<StateRow & (EntryRow | { id: null })>`
    select state.*, entry.* from (
      select clock_timestamp() as now, coalesce(max(position), 0) as last, max(purged_until) as purged_until
      from journal where account_id = ${accountId}) as state
    left join (
      select id, position, kind, event_ids, recorded_at, sum(size) over (order by position) - size as before from (
        select *, cardinality(event_ids)
          - case when position = ${from} then coalesce(${done}::int8, cardinality(event_ids)) else 0 end as size
        from journal_entry where account_id = ${accountId} and position >= ${from}
        order by position limit ${limit + 1}) as next
      ) as entry on before < ${limit}
    order by position`.execute(db);
  const state = rows[0]!;
  const entries = rows.flatMap((row) => (row.id === null ? [] : [row]));
  const fault = after && findFault(after, state, entries[0]);
  if (fault) return fault;
  const at = state.now.getTime();
  const events = entries.flatMap((entry) => eventsOf(entry, after, at)).slice(0, limit);
  const end = events.at(-1)?.place ?? { ...(after ?? start), at };
  return { events, end, more: events.length > 0 && (end.events !== null || end.position < state.last) };
}

const start = { position: 0, events: null, entry: 0, recordedAt: 0 };

interface StateRow {
  now: Date;
  last: number;
  purged_until: Date | null;
}

interface EntryRow {
  id: number;
  position: number;
  kind: EventKind;
  event_ids: number[];
  recorded_at: Date;
}

function findFault(
  { position, entry, recordedAt, at }: Place,
  { last, purged_until }: StateRow,
  first: EntryRow | undefined,
): PlaceFault | undefined {
  const purgedUntil = purged_until?.getTime() ?? 0;
  if (position > last) return 'unknown';
  if (first?.position === position) {
    if (first.id !== entry || first.recorded_at.getTime() !== recordedAt) return 'unknown';
  } else if (position > 0 && recordedAt > purgedUntil) return 'unknown';
  return at < purgedUntil ? 'too-old' : undefined;
}

function eventsOf(row: EntryRow, after: Place | undefined, at: number): NotedEvent[] {
  const { id: entry, position, kind, event_ids } = row;
  const recordedAt = row.recorded_at.getTime();
  const done = position === after?.position ? (after.events ?? event_ids.length) : 0;
  return event_ids.slice(done).map((id, index) => {
    const read = done + index + 1;
    const place = { position, events: read === event_ids.length ? null : read, entry, recordedAt, at };
    return { kind, id, place };
  });
}
