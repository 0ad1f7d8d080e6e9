import type { AutomationStep } from '@mailwright/server';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import type { AutomationProgramTable, BranchDraws, StartDate, StartOn } from '../tables.ts';
import type { EntryRules } from './entry.ts';
import { carryDraws } from './shares.ts';

export type Program = Selectable<AutomationProgramTable> & {
  steps: AutomationStep[];
  draws: BranchDraws;
  goal_filter_id: number | null;
  exit_filter_id: number | null;
  active_runs: number;
};
/** What contacts who go through a version go through, and what for. */
export type ProgramVersion = Pick<Program, 'version' | 'steps' | 'draws' | 'goal_filter_id' | 'exit_filter_id'>;

type ProgramDraft = Pick<Program, 'name' | 'state' | 'steps'> &
  Partial<
    Pick<
      Program,
      | 'transaction_type_id'
      | 'system_event'
      | 'start_date'
      | 'start_on'
      | 'goal_filter_id'
      | 'exit_filter_id'
      | 'saved_by'
      | keyof EntryRules
    >
  >;

/** All programs of the account by id, each in its newest version. */
export function listPrograms(db: Db, accountId: number): Promise<Program[]> {
  return ofAccount(db, accountId).orderBy('program.id').execute();
}

export function findProgram(db: Db, accountId: number, id: number): Promise<Program | undefined> {
  return ofAccount(db, accountId).where('program.id', '=', id).executeTakeFirst();
}

/** What a program has in one of its versions; `undefined` if it has no such version. */
export function findVersion(
  db: Db,
  { account_id, id }: Pick<Program, 'account_id' | 'id'>,
  version: number,
): Promise<ProgramVersion | undefined> {
  return db
    .selectFrom('automation_version')
    .select(['steps', 'draws', 'goal_filter_id', 'exit_filter_id', 'version'])
    .where('account_id', '=', account_id)
    .where('program_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
}

function ofAccount(db: Db, accountId: number) {
  return db
    .selectFrom('automation_program as program')
    .innerJoin('automation_version as version', (join) =>
      join
        .onRef('version.account_id', '=', 'program.account_id')
        .onRef('version.program_id', '=', 'program.id')
        .onRef('version.version', '=', 'program.version'),
    )
    .selectAll('program')
    .select([
      'version.steps',
      'version.draws',
      'version.goal_filter_id',
      'version.exit_filter_id',
      sql<number>`(select count(*) from automation_run as run where run.account_id = program.account_id
        and run.program_id = program.id and run.ended_at is null)`.as('active_runs'),
    ])
    .where('program.account_id', '=', accountId);
}

/** Keeps others from starting and running a program, and from changing it, until the transaction ends; false when there is none. */
export async function lockProgram(db: Db, accountId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('automation_program')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes others who add programs to the account wait for the end of the transaction. */
export async function lockPrograms(db: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('automation programs', ${accountId}::int8))`.execute(db);
}

export async function countPrograms(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('automation_program')
    .select((program) => program.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The program that fulfils a condition, if there is one; only newest versions are looked at. */
export async function programWith(
  db: Db,
  accountId: number,
  condition: (program: Program) => boolean,
): Promise<Program | undefined> {
  return (await listPrograms(db, accountId)).find(condition);
}

/** Id of the new program, whose name must be free. */
export async function insertProgram(
  db: Db,
  accountId: number,
  { steps, goal_filter_id = null, exit_filter_id = null, start_date, start_on, ...program }: ProgramDraft,
): Promise<number> {
  const { id } = await db
    .insertInto('automation_program')
    .values({ account_id: accountId, ...program, start_date: toColumn(start_date), start_on: toColumn(start_on) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('automation_version')
    .values({
      ...{ account_id: accountId, program_id: id, version: 1, goal_filter_id, exit_filter_id },
      steps: json(steps),
    })
    .execute();
  return id;
}

const toColumn = <Start extends StartDate | StartOn>(start: Start | null | undefined) => (start ? json(start) : null);

/** Makes a new version of a program, which must be locked. */
export async function raiseVersion(
  db: Db,
  program: Program,
  { steps, goal_filter_id = null, exit_filter_id = null, start_date, start_on, ...changes }: ProgramDraft,
): Promise<void> {
  const { account_id, id } = program;
  const { version } = await db
    .updateTable('automation_program')
    .set({
      ...changes,
      ...(start_date !== undefined && { start_date: toColumn(start_date) }),
      ...(start_on !== undefined && { start_on: toColumn(start_on) }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('automation_version')
    .values({
      ...{ account_id, program_id: id, version, goal_filter_id, exit_filter_id },
      steps: json(steps),
      draws: json(carryDraws(program, steps, version)),
    })
    .execute();
}

/** Names of programs by their ids. */
export async function programNames(db: Db, accountId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('automation_program')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
