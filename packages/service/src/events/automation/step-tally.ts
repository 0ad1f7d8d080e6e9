import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { StepFault } from '../tables.ts';
import type { ProgramRun } from './runs.ts';

/** A step that contacts have taken together. */
export interface TakenStep {
  version: number;
  step: number;
  runs: readonly Pick<ProgramRun, 'contact_id'>[];
  /** How many of them went the way of those who match. */
  matching: number;
  /** Why it has done nothing for them. */
  fault?: StepFault | undefined;
}

/** What is added to the numbers of a step. */
interface StepCount {
  version: number;
  step: number;
  /** Why it has done nothing for the contacts; empty for all who have taken it. */
  idle_reason?: StepFault | '';
  contacts?: number;
  matching?: number;
  goals?: number;
  exits?: number;
  removals?: number;
}

/** Counts steps that were taken in a program, which must be locked, and remembers for whom they did nothing. */
export async function saveTally(
  db: Db,
  program: { account_id: number; id: number },
  taken: readonly TakenStep[],
  now: Date,
): Promise<void> {
  await addCounts(db, program, taken.flatMap(countsOf));
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

function countsOf({ version, step, runs: { length: contacts }, matching, fault }: TakenStep): StepCount[] {
  const taken = { version, step, contacts, matching };
  return fault === undefined ? [taken] : [taken, { version, step, idle_reason: fault, contacts }];
}

/** Adds to the numbers of the steps of a program, which must be locked. */
export async function addCounts(
  db: Db,
  { account_id, id }: { account_id: number; id: number },
  counts: readonly StepCount[],
): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into automation_step_count as known
      (account_id, program_id, version, step, idle_reason, contacts, matching, goals, exits, removals)
    select ${account_id}::int8, ${id}::int8, version, step, coalesce(idle_reason, ''), coalesce(sum(contacts), 0),
      coalesce(sum(matching), 0), coalesce(sum(goals), 0), coalesce(sum(exits), 0), coalesce(sum(removals), 0)
    from json_to_recordset(${JSON.stringify(counts)}::json) as given
      (version int4, step int4, idle_reason text, contacts int8, matching int8, goals int8, exits int8, removals int8)
    group by version, step, coalesce(idle_reason, '')
    on conflict (account_id, program_id, version, step, idle_reason) do update set
      contacts = known.contacts + excluded.contacts, matching = known.matching + excluded.matching,
      goals = known.goals + excluded.goals, exits = known.exits + excluded.exits, removals = known.removals + excluded.removals`.execute(
    db,
  );
}
