import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** A planned run of a trigger mailing. */
export interface TriggerRun {
  mailingId: number;
  plannedAt: Date;
}

/** Records a run. Returns false if it is recorded already. `contacts` is null for a run that is dropped. */
export async function recordRun(
  db: Db,
  accountId: number,
  { mailingId, plannedAt }: TriggerRun,
  runAt: Date,
  { contacts, fault }: { contacts: readonly number[] | null; fault?: string },
): Promise<boolean> {
  const row = await db
    .insertInto('trigger_run')
    .values({
      account_id: accountId,
      mailing_id: mailingId,
      planned_at: plannedAt,
      run_at: runAt,
      recipients: contacts?.length ?? null,
      fault: fault ?? null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'mailing_id', 'planned_at']).doNothing())
    .returning('mailing_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Contacts with a transaction of the type since the last run of the mailing before this one, or since its release. */
export async function contactsWithEvent(
  db: Db,
  accountId: number,
  { mailingId, plannedAt }: TriggerRun,
  typeId: number,
): Promise<number[]> {
  const { rows } = await sql<{ contact_id: number }>`
    select distinct contact_id from transaction
    where account_id = ${accountId} and type_id = ${typeId} and contact_id is not null and at <= ${plannedAt}
      and at > coalesce(
        (select max(planned_at) from trigger_run
          where account_id = ${accountId} and mailing_id = ${mailingId} and planned_at < ${plannedAt}),
        (select max(at) from mailing_transition
          where account_id = ${accountId} and mailing_id = ${mailingId} and to_state = 'released'))
    order by contact_id`.execute(db);
  return rows.map(({ contact_id }) => contact_id);
}
