import type { AutomationStep } from '@mailwright/server';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { EarlierVersion, EarlyLeave, PassedStep } from '../tables.ts';

/** A version of a program and how many contacts stand before each of its steps. */
export interface VersionInUse {
  version: number;
  steps: AutomationStep[];
  /** By the index of the step. */
  contacts: Map<number, number>;
}

/** The newest version of a program, and the older ones that contacts still go through; the newest first. */
export async function versionsInUse(db: Db, accountId: number, programId: number): Promise<VersionInUse[]> {
  const { rows } = await sql<{ version: number; steps: AutomationStep[]; contacts: Record<string, number> | null }>`
    select version.version, steps, (
      select jsonb_object_agg(step, contacts) from (
        select step, count(*) as contacts from automation_run as run
        where run.account_id = ${accountId} and run.program_id = version.program_id
          and run.version = version.version and run.ended_at is null
        group by step) as counted) as contacts
    from automation_version as version
    join automation_program as program
      on program.account_id = version.account_id and program.id = version.program_id
    where version.account_id = ${accountId} and version.program_id = ${programId}
    order by version.version desc`.execute(db);
  return rows
    .filter(({ contacts }, index) => index === 0 || contacts !== null)
    .map(({ version, steps, contacts }) => ({
      version,
      steps,
      contacts: new Map(Object.entries(contacts ?? {}).map(([step, count]) => [Number(step), count])),
    }));
}

/** A contact's way through a program, as operators see it. */
export interface RunListing {
  contact_id: number;
  version: number;
  /** Index of the step to take next. */
  step: number;
  taken: number;
  due_at: Date;
  started_at: Date;
  ended_at: Date | null;
  left_by: EarlyLeave | 'program' | null;
}

const listed = ['contact_id', 'version', 'step', 'taken', 'due_at', 'started_at', 'ended_at', 'left_by'] as const;

/** The runs of a program that began last, the newest first. */
export function lastRuns(db: Db, accountId: number, programId: number, limit: number): Promise<RunListing[]> {
  return ofProgram(db, accountId, programId).select(listed).orderBy('id', 'desc').limit(limit).execute();
}

/** Which runs of a program are wanted. */
export interface RunSelection {
  version?: number | undefined;
  /** Only runs of contacts that take this step next. */
  step?: number | undefined;
  contact_id?: number | undefined;
}

/** A page of the runs of a program with the steps that were taken, the newest first. */
export async function listRuns(
  db: Db,
  accountId: number,
  programId: number,
  { page_index, page_size, ...selection }: RunSelection & { page_index: number; page_size: number },
): Promise<(RunListing & { passed: (PassedStep & { version?: number })[] })[]> {
  const rows = await selected(db, accountId, programId, selection)
    .select([...listed, 'passed', 'earlier_versions'])
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_index - 1) * page_size)
    .execute();
  return rows.map(({ earlier_versions, passed, ...run }) => ({
    ...run,
    passed: inVersions(run, passed, earlier_versions),
  }));
}

/** Steps that a run has taken, those of earlier versions with their version. */
function inVersions({ taken }: RunListing, passed: readonly PassedStep[], earlier: readonly EarlierVersion[]) {
  return passed.map((step, index) => {
    const count = taken - passed.length + index + 1;
    const version = earlier.find((each) => each.taken >= count)?.version;
    return { ...step, ...(version !== undefined && { version }) };
  });
}

/** Counts the runs of all pages of `listRuns`. */
export async function countRuns(
  db: Db,
  accountId: number,
  programId: number,
  selection: RunSelection,
): Promise<number> {
  const { count } = await selected(db, accountId, programId, selection)
    .select((run) => run.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function selected(db: Db, accountId: number, programId: number, { version, step, contact_id }: RunSelection) {
  let runs = ofProgram(db, accountId, programId);
  if (version !== undefined) runs = runs.where('version', '=', version);
  if (step !== undefined) runs = runs.where('step', '=', step).where('ended_at', 'is', null);
  return contact_id === undefined ? runs : runs.where('contact_id', '=', contact_id);
}

const ofProgram = (db: Db, accountId: number, programId: number) =>
  db.selectFrom('automation_run').where('account_id', '=', accountId).where('program_id', '=', programId);
