import type { AutomationStep } from '@mailwright/server';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

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
  left_by: 'goal' | 'program' | null;
}

/** The runs of a program that began last, the newest first. */
export function lastRuns(db: Db, accountId: number, programId: number, limit: number): Promise<RunListing[]> {
  return db
    .selectFrom('automation_run')
    .select(['contact_id', 'version', 'step', 'taken', 'due_at', 'started_at', 'ended_at', 'left_by'])
    .where('account_id', '=', accountId)
    .where('program_id', '=', programId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
