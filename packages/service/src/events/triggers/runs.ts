import { type Kysely, sql } from 'kysely';
import type { Account } from '../../account/index.ts';
import type { Dispatching } from '../../mailings/index.ts';
import type { Schema } from '../../platform/database/schema.ts';

type Db = Kysely<Schema>;

/** A planned run of a trigger mailing. */
export interface Run {
  mailingId: number;
  plannedAt: Date;
}

/** Writes a run down; false when it was already, by whomever. `recipients` is null for one that is dropped. */
export async function recordRun(
  db: Db,
  accountId: number,
  { mailingId, plannedAt }: Run,
  runAt: Date,
  recipients: number | null,
): Promise<boolean> {
  const row = await db
    .insertInto('trigger_run')
    .values({ account_id: accountId, mailing_id: mailingId, planned_at: plannedAt, run_at: runAt, recipients })
    .onConflict((conflict) => conflict.columns(['account_id', 'mailing_id', 'planned_at']).doNothing())
    .returning('mailing_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Contacts with a transaction of the type since the last run of the mailing before this one, or since its release. */
export async function contactsWithEvent(
  db: Db,
  accountId: number,
  { mailingId, plannedAt }: Run,
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

const units = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' } as const;

/** Those of the contacts to whom the mailing was delivered less often than it may be, in the running unit of the calendar. */
export async function belowLimit(
  db: Db,
  { id, time_zone }: Account,
  { mailingId, plannedAt }: Run,
  { delivery_limit, delivery_limit_unit }: Pick<Dispatching, 'delivery_limit' | 'delivery_limit_unit'>,
  contactIds: readonly number[],
): Promise<readonly number[]> {
  if (delivery_limit === 0 || delivery_limit_unit === null || contactIds.length === 0) return contactIds;
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from delivery
    where account_id = ${id} and mailing_id = ${mailingId} and contact_id = any(${contactIds}::int8[])
      and sent_at >= date_trunc(${units[delivery_limit_unit]}, ${plannedAt}::timestamptz, ${time_zone})
    group by contact_id having count(*) >= ${delivery_limit}`.execute(db);
  const reached = new Set(rows.map(({ contact_id }) => contact_id));
  return contactIds.filter((contactId) => !reached.has(contactId));
}
