import { sql } from 'kysely';
import { present } from '../../platform/database/present.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import type { EntryRules } from './entry.ts';
import { type Note, settleNotes } from './notes.ts';
import { recordStopped, recordTooOften } from './outcomes.ts';
import type { Program } from './programs.ts';
import { removeFromProgram, startRuns } from './runs.ts';
import { addCounts } from './step-tally.ts';
import { queueStarts, startWatchedKind } from './watches.ts';

/** Notes of one transaction: enough to be fast, few enough that programs are not locked for long. */
const atOnce = 2000;

/**
 * A contact begins a program so many times in 24 hours at most because of what happens to it. Programs that change what starts them, or
 * each other, would go on for ever otherwise.
 */
export const mostStartsADay = 10;

/**
 * Has contacts begin the programs that have watched for what happened to them, or that others send them to, and leave those that others
 * take them out of; some of them in each transaction, with the end of the job: whatever crashes, a note is either kept, or deleted with
 * what comes of it.
 */
export const startWatchedJob: JobHandler<unknown> = {
  ...startWatchedKind,
  concurrency: 2,
  async run(db, _, { accountId, now, complete }) {
    const start = async (transaction: Db) => {
      const taken = await takeNotes(transaction, accountId);
      const notes = Map.groupBy(taken, ({ program_id }) => program_id);
      for (const program of await lockNoted(transaction, accountId, [...notes.keys()])) {
        const { leaving, beginning } = settleNotes(notes.get(program.id)!);
        if (leaving.length > 0) await leave(transaction, program, leaving, now());
        if (beginning.length > 0 && program.state === 'released') await begin(transaction, program, beginning, now());
      }
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
async function takeNotes(db: Db, accountId: number): Promise<Note[]> {
  const { rows } = await sql<Note>`
    with taken as materialized (
      select program_id, id from automation_start where account_id = ${accountId}
      order by program_id, id limit ${atOnce} for update skip locked
    )
    delete from automation_start using taken
    where automation_start.account_id = ${accountId} and automation_start.program_id = taken.program_id
      and automation_start.id = taken.id
    returning automation_start.id, automation_start.program_id, contact_id, leaves`.execute(db);
  return rows;
}

type NotedProgram = EntryRules & Pick<Program, 'account_id' | 'id' | 'version' | 'state'>;

/** The programs that contacts are noted for, locked in the order of their ids. */
async function lockNoted(db: Db, accountId: number, ids: readonly number[]): Promise<NotedProgram[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NotedProgram>`
    select account_id, id, version, state, start_filter_id, start_once, again_after_days
    from automation_program
    where account_id = ${accountId} and id = any(${ids}::int8[])
    order by id for no key update`.execute(db);
  return rows;
}

async function leave(db: Db, program: NotedProgram, contactIds: readonly number[], now: Date): Promise<void> {
  const places = await removeFromProgram(db, program, contactIds, now);
  await addCounts(
    db,
    program,
    places.map(({ version, step }) => ({ version, step, removals: 1 })),
  );
}

async function begin(db: Db, program: NotedProgram, contactIds: readonly number[], now: Date): Promise<void> {
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
