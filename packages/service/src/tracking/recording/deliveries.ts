import { type RawBuilder, sql, type Transaction } from 'kysely';
import { noteEvents } from '../../journal/index.ts';
import type { Db, Schema } from '../../platform/database/schema.ts';
import type { MailKey } from '../mail-key.ts';
import { type OccasionKey, transactionalOccasions } from '../occasion.ts';
import { existingContacts } from './existing-contacts.ts';

/** A mail of a regular, trigger or double opt-in mailing that its server has taken; never a test or approval mail. */
export interface Delivery extends Omit<MailKey, 'recipientId'>, Partial<Pick<MailKey, 'recipientId'>> {
  /** Occasion of a mail of a trigger mailing, such as a transaction; absent if a contact gets the mailing once. */
  occasion?: OccasionKey;
  messageId: string;
  /** Time of the server's answer. */
  sentAt: Date;
}

/**
 * Records mails that were handed over. Ignores recorded ones, so that it may be repeated after a crash. An erased contact is
 * counted without its id.
 */
export async function recordDeliveries(
  db: Transaction<Schema>,
  accountId: number,
  deliveries: readonly Delivery[],
): Promise<void> {
  const given = deliveries.map(({ mailingId, contactId, occasion = '', messageId, recipientId, sentAt }) => ({
    mailing_id: mailingId,
    contact_id: contactId,
    occasion,
    message_id: messageId,
    number: recipientId,
    sent_at: sentAt,
  }));
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json)
        as given (mailing_id int8, contact_id int8, occasion text, message_id text, number int8, sent_at timestamptz)
    ), living as (${existingContacts(accountId)}), ${insertDeliveries(accountId)}
    select`.execute(db);
}

/**
 * Records the mails of the table `given`; existing contacts are in `living`. The tables `logged` and `journaled` of a larger
 * statement. The journal has transactional mails by their steps.
 */
export function insertDeliveries(accountId: number): RawBuilder<unknown> {
  const newsletters = sql`select id from logged where occasion not like ${sql.lit(transactionalOccasions)}`;
  return sql`logged as (
      insert into delivery (account_id, mailing_id, contact_id, occasion, message_id, number, sent_at)
      select ${accountId}::int8, mailing_id, living.id, occasion, message_id, number, sent_at
      from given left join living on living.id = given.contact_id
      order by living.id, mailing_id
      on conflict do nothing
      returning id, occasion
    ), journaled as (${noteEvents(accountId, 'delivery', newsletters)})`;
}

/** Returns occasion and time of deliveries by `formatMailKey`, without those that are not recorded. */
export async function findDeliveries(
  db: Db,
  accountId: number,
  keys: readonly MailKey[],
): Promise<Map<string, { occasion: OccasionKey; sentAt: Date }>> {
  if (keys.length === 0) return new Map();
  const given = keys.map(({ mailingId, contactId, recipientId }) => ({
    mailing_id: mailingId,
    contact_id: contactId,
    number: recipientId,
  }));
  const { rows } = await sql<{
    mailing_id: number;
    contact_id: number;
    number: number;
    occasion: OccasionKey;
    sent_at: Date;
  }>`
    select mailing_id, contact_id, number, occasion, sent_at
    from json_to_recordset(${JSON.stringify(given)}::json) as given (mailing_id int8, contact_id int8, number int8)
    join delivery using (mailing_id, contact_id, number)
    where account_id = ${accountId}`.execute(db);
  return new Map(
    rows.map((row) => [
      formatMailKey({ mailingId: row.mailing_id, contactId: row.contact_id, recipientId: row.number }),
      { occasion: row.occasion, sentAt: row.sent_at },
    ]),
  );
}

export const formatMailKey = ({ mailingId, contactId, recipientId }: MailKey) =>
  `${mailingId} ${contactId} ${recipientId}`;
