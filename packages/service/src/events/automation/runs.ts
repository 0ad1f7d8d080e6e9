import { type Selectable, sql } from 'kysely';
import { present } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { AutomationRunTable } from '../tables.ts';

export type ProgramRun = Selectable<AutomationRunTable>;

/** The next steps of a program. */
export interface RunProgram {
  programId: number;
}

export const runProgramKind = { kind: 'automation-steps' };

/** A program that is locked. */
interface Locked {
  account_id: number;
  id: number;
}

/**
 * Has contacts begin a program, which must be locked; those who are under way in it already are left out.
 * @param now a virtual clock's present in the place of the database's
 */
export async function startRuns(
  db: Db,
  program: Locked & { version: number },
  contactIds: readonly number[],
  now?: Date,
): Promise<void> {
  const { account_id, id, version } = program;
  await sql`
    insert into automation_run (account_id, program_id, version, contact_id, due_at, started_at)
    select account_id, ${id}::int8, ${version}::int4, id, ${present(now)}, ${present(now)} from contact
    where account_id = ${account_id} and id = any(${contactIds}::int8[]) for key share
    on conflict (account_id, program_id, contact_id) where ended_at is null do nothing`.execute(db);
  await queueNextSteps(db, program);
}

/** Has the queue go on with a program, which must be locked, when the first of its contacts has something to do. */
export async function queueNextSteps(db: Db, { account_id: accountId, id: programId }: Locked): Promise<void> {
  const next = await active(db, accountId, programId).select('due_at').limit(1).executeTakeFirst();
  if (next === undefined) return;
  const payload = { programId };
  await enqueue<RunProgram>(db, runProgramKind, { accountId, key: String(programId), payload, dueAt: next.due_at });
}

/** At most `limit` runs of a program that have something to do, those that are due longest first. */
export function dueRuns(db: Db, { account_id, id }: Locked, now: Date, limit: number): Promise<ProgramRun[]> {
  return active(db, account_id, id).selectAll().where('due_at', '<=', now).limit(limit).execute();
}

function active(db: Db, accountId: number, programId: number) {
  return db
    .selectFrom('automation_run')
    .where('account_id', '=', accountId)
    .where('program_id', '=', programId)
    .where(sql<boolean>`ended_at is null`)
    .orderBy('due_at')
    .orderBy('id');
}

/** Stores the progress of runs. */
export async function saveRuns(db: Db, accountId: number, runs: readonly ProgramRun[]): Promise<void> {
  const given = runs.map(({ id, step, taken, due_at, ended_at }) => ({ id, step, taken, due_at, ended_at }));
  await sql`
    update automation_run as run set step = given.step, taken = given.taken, due_at = given.due_at, ended_at = given.ended_at
    from json_to_recordset(${JSON.stringify(given)}::json)
      as given (id int8, step int4, taken int4, due_at timestamptz, ended_at timestamptz)
    where run.account_id = ${accountId} and run.id = given.id`.execute(db);
}

/** Contacts that are erased go through no program any more, and it is forgotten that they did. */
export async function deleteRunsOf(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('automation_run')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
    .execute();
}
