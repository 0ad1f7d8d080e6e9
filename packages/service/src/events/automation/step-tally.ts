import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { StepFault } from '../tables.ts';
import type { ProgramRun } from './runs.ts';

/** A step that contacts have taken together. */
export interface TakenStep {
  version: number;
  step: number;
  runs: readonly Pick<ProgramRun, 'contact_id'>[];
  /** Why it has done nothing for them. */
  fault?: StepFault | undefined;
}

/** Counts steps that were taken in a program, which must be locked, and remembers for whom they did nothing. */
export async function saveTally(
  db: Db,
  program: { account_id: number; id: number },
  taken: readonly TakenStep[],
  now: Date,
): Promise<void> {
  await addCounts(db, program, taken);
  const idle = taken.flatMap(({ version, step, runs, fault }) =>
    fault === undefined ? [] : runs.map(({ contact_id }) => ({ version, step, contact_id, reason: fault })),
  );
  if (idle.length === 0) return;
  await sql`
    insert into automation_idle_step (account_id, program_id, version, step, contact_id, reason, at)
    select ${program.account_id}::int8, ${program.id}::int8, version, step, contact_id, reason, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(idle)}::json)
      as given (version int4, step int4, contact_id int8, reason text)`.execute(db);
}

async function addCounts(
  db: Db,
  { account_id, id }: { account_id: number; id: number },
  taken: readonly TakenStep[],
): Promise<void> {
  const counts = taken.flatMap(({ version, step, runs: { length: contacts }, fault }) => [
    { version, step, idle_reason: '', contacts },
    ...(fault === undefined ? [] : [{ version, step, idle_reason: fault, contacts }]),
  ]);
  if (counts.length === 0) return;
  await sql`
    insert into automation_step_count as known (account_id, program_id, version, step, idle_reason, contacts)
    select ${account_id}::int8, ${id}::int8, version, step, idle_reason, sum(contacts)
    from json_to_recordset(${JSON.stringify(counts)}::json)
      as given (version int4, step int4, idle_reason text, contacts int8)
    group by version, step, idle_reason
    on conflict (account_id, program_id, version, step, idle_reason)
      do update set contacts = known.contacts + excluded.contacts`.execute(db);
}
