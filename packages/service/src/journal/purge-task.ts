import { sql } from 'kysely';
import { retrying } from '../platform/database/retry.ts';
import type { Db } from '../platform/database/schema.ts';
import type { Task } from '../platform/tasks/worker.ts';
import { givePositions } from './give-positions.ts';
import type { EventKind } from './tables.ts';

const atOnce = 500;
/** Transactional mails are deleted with their steps 30 days after they were accepted: nothing is left of an older entry. */
const daysOfSteps = 31;
const others: readonly EventKind[] = [
  'delivery',
  'bounce',
  'opening',
  'click',
  'conversion',
  'unsubscription',
  'answer',
];

/**
 * Deletes entries of events that are no longer kept.
 * @param keepEvents days that events of mailings are kept; for ever if undefined
 */
export function purgeJournalTask(keepEvents: number | undefined): Task {
  return {
    name: 'purge of the journal',
    async run(db) {
      let found = await purge(db, ['step'], daysOfSteps);
      if (keepEvents !== undefined && (await purge(db, others, keepEvents))) found = true;
      return found;
    },
  };
}

/** Deletes some entries of these kinds that are older than so many days; reports whether there were any. */
async function purge(db: Db, kinds: readonly EventKind[], days: number): Promise<boolean> {
  const { rows } = await sql<{ account_id: number; id: number }>`
    select entry.account_id, entry.id from unnest(${[...kinds]}::text[]) as wanted (kind)
    cross join lateral (
      select account_id, journal_entry.id from journal_entry
      join account on account.id = account_id and sealed_at is null
      where journal_entry.kind = wanted.kind and recorded_at < now() - make_interval(days => ${days})
      order by recorded_at limit ${atOnce}) as entry`.execute(db);
  for (const [accountId, entries] of Map.groupBy(rows, ({ account_id }) => account_id)) {
    await deleteEntries(
      db,
      accountId,
      entries.map(({ id }) => id),
    );
  }
  return rows.length > 0;
}

/** Deletes entries, and notes how young they were, so that a reader who comes too late is told. */
async function deleteEntries(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  // The row of the account is there from then on.
  await givePositions(db, accountId);
  await retrying(() =>
    sql`
      with purged as (
        delete from journal_entry
        where account_id = ${accountId} and id = any(${ids}::int8[]) and position is not null
        returning recorded_at
      )
      update journal set purged_until = greatest(purged_until, last.at)
      from (select max(recorded_at) as at from purged) as last
      where account_id = ${accountId} and last.at is not null`.execute(db),
  );
}
