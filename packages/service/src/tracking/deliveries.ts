import { sql, type Transaction } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { living } from './living.ts';

/** A mail of a regular, trigger or double opt-in mailing that its server has taken; never a test or approval mail. */
export interface Delivery {
  mailingId: number;
  contactId: number;
  /** What a mail of a trigger mailing was sent for, such as a transaction; absent when a contact gets the mailing once. */
  occasion?: string;
  messageId: string;
  /** Time of the server's answer. */
  sentAt: Date;
}

/**
 * Writes down mails that were handed over; those that are written down already are left out, so that it may be done again
 * after a crash. A contact that was erased meanwhile is counted without its id.
 */
export async function recordDeliveries(
  db: Transaction<Schema>,
  accountId: number,
  deliveries: readonly Delivery[],
): Promise<void> {
  const given = deliveries.map(({ mailingId, contactId, occasion = '', messageId, sentAt }) => ({
    mailing_id: mailingId,
    contact_id: contactId,
    occasion,
    message_id: messageId,
    sent_at: sentAt,
  }));
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json)
        as given (mailing_id int8, contact_id int8, occasion text, message_id text, sent_at timestamptz)
    ), living as (${living(accountId)})
    insert into delivery (account_id, mailing_id, contact_id, occasion, message_id, sent_at)
    select ${accountId}::int8, mailing_id, living.id, occasion, message_id, sent_at
    from given left join living on living.id = given.contact_id
    order by living.id, mailing_id
    on conflict do nothing`.execute(db);
}
