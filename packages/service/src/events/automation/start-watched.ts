import { sql } from 'kysely';
import { present } from '../../platform/database/present.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import type { EntryRules } from './entry.ts';
import { recordStopped, recordTooOften } from './outcomes.ts';
import { startRuns } from './runs.ts';
import { queueStarts, startWatchedKind } from './watches.ts';

/** Notes of one transaction: enough to be fast, few enough that programs are not locked for long. */
const atOnce = 2000;

/**
 * A contact begins a program so many times in 24 hours at most because of what happens to it. Programs that change what starts them, or
 * each other, would go on for ever otherwise.
 */
export const mostStartsADay = 10;

/**
 * Has contacts begin the programs that have watched for what happened to them, some of them in each transaction, with the end of the
 * job: whatever crashes, a note is either kept, or deleted with the beginning.
 */
export const startWatchedJob: JobHandler<unknown> = {
  ...startWatchedKind,
  concurrency: 2,
  async run(db, _, { accountId, now, complete }) {
    const start = async (transaction: Db) => {
      const taken = await takeNotes(transaction, accountId);
      const contacts = new Map(
        [...Map.groupBy(taken, ({ program_id }) => program_id)].map(
          ([id, notes]) => [id, [...new Set(notes.map(({ contact_id }) => contact_id))]] as const,
        ),
      );
      for (const program of await lockWatching(transaction, accountId, [...contacts.keys()]))
        await begin(transaction, program, contacts.get(program.id)!, now());
      if (taken.length === atOnce) await queueStarts(transaction, accountId);
      await complete(transaction);
    };
    await retrying(() => db.transaction().execute(start));
  },
  /** The notes are kept: the next job takes them again. */
  async giveUp(db, _, accountId) {
    const { rows } = await sql<{ id: number }>`
      select distinct program_id as id from automation_start where account_id = ${accountId}`.execute(db);
    for (const { id } of rows) await recordStopped(db, { account_id: accountId, id });
  },
};

/** Takes notes that no other job has taken, those of one program together. */
async function takeNotes(db: Db, accountId: number): Promise<{ program_id: number; contact_id: number }[]> {
  const { rows } = await sql<{ program_id: number; contact_id: number }>`
    with taken as materialized (
      select program_id, id from automation_start where account_id = ${accountId}
      order by program_id, id limit ${atOnce} for update skip locked
    )
    delete from automation_start using taken
    where automation_start.account_id = ${accountId} and automation_start.program_id = taken.program_id
      and automation_start.id = taken.id
    returning automation_start.program_id, contact_id`.execute(db);
  return rows;
}

type WatchingProgram = EntryRules & { account_id: number; id: number; version: number };

/** Those of the programs that still watch, locked in the order of their ids. */
async function lockWatching(db: Db, accountId: number, ids: readonly number[]): Promise<WatchingProgram[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<WatchingProgram>`
    select account_id, id, version, start_filter_id, start_once, again_after_days
    from automation_program
    where account_id = ${accountId} and id = any(${ids}::int8[]) and state = 'released' and start_on is not null
    order by id for no key update`.execute(db);
  return rows;
}

async function begin(db: Db, program: WatchingProgram, contactIds: readonly number[], now: Date): Promise<void> {
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from automation_run
    where account_id = ${program.account_id} and contact_id = any(${contactIds}::int8[]) and program_id = ${program.id}
      and started_at > ${present(now, -dayMillis)}
    group by contact_id having count(*) >= ${mostStartsADay}`.execute(db);
  const often = new Set(rows.map(({ contact_id }) => contact_id));
  const fresh = contactIds.filter((id) => !often.has(id));
  if (fresh.length > 0) await startRuns(db, program, fresh, { now });
  if (often.size > 0) await recordTooOften(db, program, often.size);
}

const dayMillis = 24 * 3_600_000;
