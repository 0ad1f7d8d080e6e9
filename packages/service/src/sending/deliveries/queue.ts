import { type Kysely, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** Recipients that one process works on at a time. */
export const batchSize = 500;

/**
 * Has a released mailing delivered to contacts on an occasion, such as `transaction:17`, in the caller's transaction. A
 * contact that was given the mailing on the same occasion before is left out; who must not get it is found out when the
 * mail is about to be sent. Gives how many recipients are new. The caller wakes the worker after the commit.
 */
export async function queueDeliveries(
  db: Kysely<Schema>,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
  contactIds: readonly number[],
  occasion: string,
): Promise<number> {
  const { rows } = await sql<{ recipients: number | null }>`
    with inserted as (
      insert into recipient (account_id, mailing_id, contact_id, occasion)
      select distinct ${account_id}::int8, ${id}::int8, contact_id, ${occasion}::text
      from unnest(${contactIds}::int8[]) as contact_id order by contact_id
      on conflict do nothing returning contact_id
    ), batched as (
      insert into recipient_batch (account_id, mailing_id, occasion, contact_ids)
      select ${account_id}::int8, ${id}::int8, ${occasion}::text, array_agg(contact_id order by contact_id)
      from (select contact_id, (row_number() over (order by contact_id) - 1) / ${batchSize} as number from inserted) as numbered
      group by number
      returning cardinality(contact_ids) as recipients
    )
    select sum(recipients)::int8 as recipients from batched`.execute(db);
  return rows[0]!.recipients ?? 0;
}

/** A contact is to get a mail on an occasion of its own, such as a transaction. */
export interface Occasion {
  contactId: number;
  occasion: string;
}

/** As `queueDeliveries`, for many occasions at once, each of which is about one contact. */
export async function queueOccasions(
  db: Kysely<Schema>,
  accountId: number,
  mailingId: number,
  occasions: readonly Occasion[],
): Promise<void> {
  const given = JSON.stringify(occasions.map(({ contactId, occasion }) => ({ contact_id: contactId, occasion })));
  await sql`
    with inserted as (
      insert into recipient (account_id, mailing_id, contact_id, occasion)
      select ${accountId}::int8, ${mailingId}::int8, contact_id, occasion
      from json_to_recordset(${given}::json) as given (contact_id int8, occasion text)
      on conflict do nothing returning contact_id, occasion
    )
    insert into recipient_batch (account_id, mailing_id, occasion, contact_ids)
    select ${accountId}::int8, ${mailingId}::int8, occasion, array_agg(contact_id order by contact_id)
    from inserted group by occasion`.execute(db);
}
