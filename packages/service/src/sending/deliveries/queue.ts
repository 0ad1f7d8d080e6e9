import { type RawBuilder, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { formatOccasion, type Occasion } from '../../tracking/index.ts';
import { priorityOf, purposeOf } from '../mail/purpose.ts';

/** Maximum number of recipients of a batch. */
export const batchSize = 500;

/**
 * Queues a released mailing for contacts on one occasion, in the caller's transaction. Ignores contacts that got the mailing
 * on the same occasion before; whether a contact may get the mail is decided when it is about to be sent. Returns the number
 * of new recipients. The caller wakes the worker after the commit.
 */
export async function queueDeliveries(
  db: Db,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
  contactIds: readonly number[],
  occasion: Occasion,
): Promise<number> {
  const text = formatOccasion(occasion);
  const purpose = purposeOf(occasion);
  const { rows } = await sql<{ recipients: number | null }>`
    with inserted as (
      insert into recipient (account_id, mailing_id, contact_id, occasion, purpose)
      select distinct ${account_id}::int8, ${id}::int8, contact_id, ${text}::text, ${purpose}::mail_purpose
      from unnest(${contactIds}::int8[]) as contact_id order by contact_id
      on conflict do nothing returning contact_id
    ), batched as (
      insert into recipient_batch (account_id, mailing_id, occasion, purpose, priority, contact_ids)
      select ${account_id}::int8, ${id}::int8, ${text}::text, ${purpose}::mail_purpose, ${priorityOf(occasion)}::int2,
        array_agg(contact_id order by contact_id)
      from (select contact_id, (row_number() over (order by contact_id) - 1) / ${batchSize} as number from inserted) as numbered
      group by number
      returning cardinality(contact_ids) as recipients
    )
    select sum(recipients)::int8 as recipients from batched`.execute(db);
  return rows[0]!.recipients ?? 0;
}

/** A mail of a mailing on an occasion of its own, such as a transaction. */
export interface NewMail {
  /** 0 for a test mail to somebody who is no contact. */
  contactId: number;
  occasion: Occasion;
  /** In place of the contact's address. */
  address?: string | undefined;
}

/** As `queueDeliveries`, for mails on many occasions at once. */
export async function queueMails(
  db: Db,
  accountId: number,
  mailingId: number,
  mails: readonly NewMail[],
): Promise<void> {
  const given = mails.map(({ contactId, occasion, address }) => ({
    contact_id: contactId,
    ...queuedAs(occasion),
    address,
  }));
  await sql`
    with given as (
      select ${mailingId}::int8 as mailing_id, given.* from json_to_recordset(${JSON.stringify(given)}::json)
        as given (contact_id int8, occasion text, purpose mail_purpose, priority int2, address text)
    ), ${insertQueued(accountId)}
    select`.execute(db);
}

/** How a mail on an occasion is queued. */
export const queuedAs = (occasion: Occasion) => ({
  occasion: formatOccasion(occasion),
  purpose: purposeOf(occasion),
  priority: priorityOf(occasion),
});

/** Queues the mails of the table `given`. The tables `inserted` and `batched` of a larger statement. */
export function insertQueued(accountId: number): RawBuilder<unknown> {
  return sql`inserted as (
      insert into recipient (account_id, mailing_id, contact_id, occasion, purpose, address)
      select ${accountId}::int8, mailing_id, contact_id, occasion, purpose, address from given
      on conflict do nothing returning mailing_id, contact_id, occasion
    ), batched as (
      insert into recipient_batch (account_id, mailing_id, occasion, purpose, priority, contact_ids)
      select ${accountId}::int8, mailing_id, occasion, purpose, priority, array_agg(contact_id order by contact_id)
      from inserted join given using (mailing_id, contact_id, occasion) group by mailing_id, occasion, purpose, priority
    )`;
}
