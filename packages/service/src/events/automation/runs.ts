import { type Selectable, sql } from 'kysely';
import { present } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { AutomationRunTable } from '../tables.ts';
import { type Beginning, barringRun, contactsInFilter, type EntryRules } from './entry.ts';

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
 * Has contacts begin a program, which must be locked, if its rules let them. Those who are under way in it already are left out,
 * and those who have begun for this date before.
 */
export async function startRuns(
  db: Db,
  program: Locked & EntryRules & { version: number },
  contactIds: readonly number[],
  beginning: Beginning = {},
): Promise<void> {
  const { account_id, id, version, start_filter_id } = program;
  const { now, forDate = null } = beginning;
  const among =
    start_filter_id === null ? undefined : await contactsInFilter(db, account_id, start_filter_id, contactIds, now);
  const ids = start_filter_id === null ? contactIds : [...(among ?? [])];
  const barring = barringRun(program, beginning);
  const mayBegin =
    barring &&
    sql`and not exists (
    select from automation_run as earlier
    where earlier.account_id = ${account_id} and earlier.program_id = ${id} and earlier.contact_id = contact.id
      and ${barring})`;
  await sql`
    insert into automation_run (account_id, program_id, version, contact_id, due_at, started_at, for_date)
    select account_id, ${id}::int8, ${version}::int4, id, ${present(now)}, ${present(now)}, ${forDate}::date
    from contact
    where account_id = ${account_id} and id = any(${ids}::int8[]) ${mayBegin ?? sql``}
    for key share
    on conflict do nothing`.execute(db);
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
  const given = runs.map((run) => {
    const { id, version, earlier_versions, step, taken, due_at, waits_since, ended_at, left_by, passed } = run;
    return { id, version, earlier_versions, step, taken, due_at, waits_since, ended_at, left_by, passed };
  });
  await sql`
    update automation_run as run set version = given.version, earlier_versions = given.earlier_versions, step = given.step, taken = given.taken, due_at = given.due_at,
      waits_since = given.waits_since, ended_at = given.ended_at, left_by = given.left_by,
      passed = given.passed
    from json_to_recordset(${JSON.stringify(given)}::json)
      as given (id int8, version int4, earlier_versions jsonb, step int4, taken int4, due_at timestamptz, waits_since timestamptz, ended_at timestamptz, left_by text,
        passed jsonb)
    where run.account_id = ${accountId} and run.id = given.id`.execute(db);
}

/** Takes contacts out of a program, which must be locked. Returns where they were. */
export async function removeFromProgram(
  db: Db,
  { account_id, id }: Locked,
  contactIds: readonly number[],
  now: Date,
): Promise<Pick<ProgramRun, 'version' | 'step'>[]> {
  return db
    .updateTable('automation_run')
    .set({ ended_at: now, left_by: 'program', waits_since: null })
    .where('account_id', '=', account_id)
    .where('program_id', '=', id)
    .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
    .where('ended_at', 'is', null)
    .returning(['version', 'step'])
    .execute();
}

/** Contacts that are erased go through no program any more, and it is forgotten that they did. */
export async function deleteRunsOf(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  for (const table of ['automation_idle_step', 'automation_member', 'automation_run', 'automation_start'] as const)
    await db
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
      .execute();
}
