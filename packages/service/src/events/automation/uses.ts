import type { AutomationStep } from '@mailwright/server';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Program } from './programs.ts';

/** Objects that a program may use. */
export type UsedObject = { mailing: number } | { contactFilter: number } | { customField: number };

/** What contacts begin a program by, and which of them. */
type Start = Pick<Program, 'start_date' | 'start_on' | 'start_filter_id'>;

/** What they go through, and what for. */
type Version = Pick<Program, 'steps' | 'goal_filter_id' | 'exit_filter_id'>;

/** Reports whether contacts cannot begin a program without the thing. */
function startsBy({ start_date, start_on, start_filter_id }: Start, thing: UsedObject): boolean {
  if ('contactFilter' in thing) {
    const entered = start_on !== null && 'contact_filter_id' in start_on && start_on.contact_filter_id;
    return start_filter_id === thing.contactFilter || entered === thing.contactFilter;
  }
  if ('mailing' in thing) return start_on !== null && 'mailing_id' in start_on && start_on.mailing_id === thing.mailing;
  const fields = [start_date, start_on?.kind === 'field_changed' ? start_on : null];
  return fields.some((field) => field?.is_customfield === true && field.field === String(thing.customField));
}

/** Reports whether contacts cannot go through a version without the thing. */
const needsThing = ({ steps, goal_filter_id, exit_filter_id }: Version, thing: UsedObject): boolean =>
  ('contactFilter' in thing && [goal_filter_id, exit_filter_id].includes(thing.contactFilter)) ||
  steps.some((step) => usesThing(step, thing));

/** Reports whether a step cannot be taken without the thing. */
function usesThing(step: AutomationStep, thing: UsedObject): boolean {
  if ('mailing' in thing) return step.kind === 'send' && step.mailing_id === thing.mailing;
  if ('contactFilter' in thing) return 'contact_filter_id' in step && step.contact_filter_id === thing.contactFilter;
  const field = String(thing.customField);
  if (step.kind === 'wait_until') return step.zone_field === field;
  return step.kind === 'set' && step.is_customfield === true && step.field === field;
}

/**
 * Name of a program that uses a thing, in its newest version or in one that contacts still go through; undefined when there
 * is none. Programs must be locked, so that none begins to use it meanwhile.
 */
export async function findProgramUsing(db: Db, accountId: number, thing: UsedObject): Promise<string | undefined> {
  const { rows } = await sql<Start & Version & { name: string }>`
    select name, start_date, start_on, start_filter_id, steps, goal_filter_id, exit_filter_id from automation_version as version
    join automation_program as program
      on program.account_id = version.account_id and program.id = version.program_id
    where version.account_id = ${accountId} and (version.version = program.version or exists (
      select from automation_run as run
      where run.account_id = ${accountId} and run.program_id = version.program_id
        and run.version = version.version and run.ended_at is null))
    order by program.id, version.version`.execute(db);
  const using = rows.find((program) => startsBy(program, thing) || needsThing(program, thing));
  return using?.name;
}

/** Name of a program that contacts begin upon transactions of a type; undefined when there is none. */
export async function programStartedBy(db: Db, accountId: number, typeId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('automation_program')
    .select('name')
    .where('account_id', '=', accountId)
    .where('transaction_type_id', '=', typeId)
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}
