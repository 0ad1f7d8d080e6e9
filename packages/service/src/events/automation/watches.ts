import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Watch, Watchers } from '../../platform/events/watch.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';

/** Contacts of one statement. */
const insertedAtOnce = 5000;

export const startWatchedKind = { kind: 'automation-watched' };

/**
 * Programs of an account watch what happens to its contacts. What is seen is only noted, so that nobody who changes contacts waits for
 * a program; a job has the contacts begin. Each transaction has a job of its own: one that several share would have them wait for
 * each other.
 */
export const programWatchers: Watchers = {
  async find(db, accountId, kinds) {
    const { rows } = await sql<Watch>`
      select id as "programId", start_on as rule from automation_program
      where account_id = ${accountId} and state = 'released' and start_on is not null
        and start_on ->> 'kind' = any(${[...kinds]}::text[])
      order by id`.execute(db);
    return rows;
  },
  async note(db, accountId, sightings) {
    for (const { programId, contactIds } of sightings) await insertNotes(db, accountId, programId, contactIds, false);
    await queueStarts(db, accountId);
  },
};

/** Notes that contacts are to leave a program. */
export async function noteLeaving(
  db: Db,
  accountId: number,
  programId: number,
  contactIds: readonly number[],
): Promise<void> {
  await insertNotes(db, accountId, programId, contactIds, true);
  await queueStarts(db, accountId);
}

async function insertNotes(
  db: Db,
  accountId: number,
  programId: number,
  contactIds: readonly number[],
  leaves: boolean,
): Promise<void> {
  for (let from = 0; from < contactIds.length; from += insertedAtOnce) {
    await sql`
      insert into automation_start (account_id, program_id, contact_id, leaves)
      select ${accountId}::int8, ${programId}::int8, contact_id, ${leaves}::bool
      from unnest(${contactIds.slice(from, from + insertedAtOnce)}::int8[]) as contact_id`.execute(db);
  }
}

/** Has the queue look at what was noted. */
export const queueStarts = (db: Db, accountId: number): Promise<void> =>
  enqueue(db, startWatchedKind, { accountId, payload: {} });
