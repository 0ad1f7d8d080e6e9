import type { AutomationStep } from '@mailwright/server';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** Objects that a step of a program may use. */
export type UsedObject = { mailing: number } | { contactFilter: number } | { customField: number };

/** Reports whether a step cannot be taken without the thing. */
function usesThing(step: AutomationStep, thing: UsedObject): boolean {
  if ('mailing' in thing) return step.kind === 'send' && step.mailing_id === thing.mailing;
  if ('contactFilter' in thing) return step.kind === 'branch' && step.contact_filter_id === thing.contactFilter;
  return step.kind === 'set' && step.is_customfield === true && step.field === String(thing.customField);
}

/**
 * Name of a program that uses a thing, in its newest version or in one that contacts still go through; undefined when there
 * is none. Programs must be locked, so that none begins to use it meanwhile.
 */
export async function findProgramUsing(db: Db, accountId: number, thing: UsedObject): Promise<string | undefined> {
  const { rows } = await sql<{ name: string; steps: AutomationStep[] }>`
    select name, steps from automation_version as version
    join automation_program as program
      on program.account_id = version.account_id and program.id = version.program_id
    where version.account_id = ${accountId} and (version.version = program.version or exists (
      select from automation_run as run
      where run.account_id = ${accountId} and run.program_id = version.program_id
        and run.version = version.version and run.ended_at is null))
    order by program.id, version.version`.execute(db);
  return rows.find(({ steps }) => steps.some((step) => usesThing(step, thing)))?.name;
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
