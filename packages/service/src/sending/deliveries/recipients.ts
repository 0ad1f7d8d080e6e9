import { type Selectable, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Contact } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { unseenList } from '../../platform/database/unseen-list.ts';
import type { ArchivedMail, OccasionKey } from '../../tracking/index.ts';
import type { RecipientTable } from '../tables.ts';
import { isTrialRow } from '../trials/trials.ts';
import { type Batch, isMine, recipientsOf } from './batches.ts';

export type RecipientRow = Selectable<RecipientTable>;
/** A recipient who waits for the mail, and the contact as it was read with it; undefined when it was erased. */
export type WaitingRecipient = Pick<
  RecipientRow,
  'id' | 'contact_id' | 'occasion' | 'address' | 'deferrals' | 'uncertain' | 'first_tried_at'
> & { contact: Contact | undefined };

/** Selects the rows of some recipients of batches. */
export const isRecipient = (batches: readonly Batch[], recipients: readonly Pick<RecipientRow, 'contact_id'>[]) =>
  recipientsOf(
    batches,
    recipients.map(({ contact_id }) => contact_id),
  );

/**
 * Recovers mails that a terminated process had in flight. They may have been handed over, so `policy` decides whether they are
 * sent once more or given up.
 */
export async function recoverRecipients(
  db: Db,
  batches: readonly Batch[],
  policy: 'resend' | 'give_up',
): Promise<void> {
  const after = policy === 'resend' ? sql`'pending'` : sql`'failed'`;
  await sql`
    update recipient set state = ${after}, reason = 'uncertain', code = null
    where ${recipientsOf(batches)} and state = 'in_flight'`.execute(db);
}

/** Returns the recipients of batches whose mails are due, ordered by the ids of their contacts. */
export async function waitingRecipients(db: Db, batches: readonly Batch[]): Promise<WaitingRecipient[]> {
  const recipients = await db
    .selectFrom('recipient')
    .select(['id', 'contact_id', 'occasion', 'address', 'deferrals', 'uncertain', 'first_tried_at'])
    .where(recipientsOf(batches))
    .where('state', 'in', ['pending', 'deferred'])
    .where(sql<boolean>`coalesce(next_at <= now(), true)`)
    .orderBy('contact_id')
    .orderBy('id')
    .execute();
  const contactIds = recipients.map(({ contact_id }) => contact_id).filter((id) => id !== 0);
  const contacts =
    contactIds.length === 0
      ? []
      : await db
          .selectFrom('contact')
          .selectAll()
          .where('account_id', '=', batches[0]!.account_id)
          .where(sql<boolean>`id = any(${unseenList(contactIds)})`)
          .execute();
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return recipients.map((recipient) => ({ ...recipient, contact: byId.get(recipient.contact_id) }));
}

/** Skips all waiting recipients of claimed batches for one reason. */
export async function skipWaiting(db: Db, batches: readonly Batch[], reason: string): Promise<void> {
  await sql`
    update recipient set state = 'skipped', reason = ${reason}, next_at = null,
      first_tried_at = coalesce(first_tried_at, now())
    where ${recipientsOf(batches)} and state in ('pending', 'deferred') and ${isMine(batches)}`.execute(db);
}

/** Deletes the recipients of a mailing that is about to be deleted; its lock must be held. */
export async function deleteRecipients(db: Db, { account_id, id }: Mailing): Promise<void> {
  await db.deleteFrom('recipient').where('account_id', '=', account_id).where('mailing_id', '=', id).execute();
}

/** Deletes mails from the queue, including those that were sent. */
export async function deleteMails(
  db: Db,
  accountId: number,
  mails: readonly { mailingId: number; contactId: number; occasion: OccasionKey }[],
): Promise<void> {
  const given = mails.map(({ mailingId, contactId, occasion }) => {
    return { mailing_id: mailingId, contact_id: contactId, occasion };
  });
  await sql`
    delete from recipient using json_to_recordset(${JSON.stringify(given)}::json)
      as given (mailing_id int8, contact_id int8, occasion text)
    where account_id = ${accountId} and recipient.mailing_id = given.mailing_id
      and recipient.contact_id = given.contact_id and recipient.occasion = given.occasion`.execute(db);
}

interface OfMailing {
  accountId: number;
  mailingId: number;
}

/** Deletes the recipients whose mails are archived, unless another one is under way to them. */
export async function deleteArchivedRecipients(
  db: Db,
  { accountId, mailingId }: OfMailing,
  mails: readonly ArchivedMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const given = JSON.stringify(mails.map(({ contactId, occasion }) => ({ contact_id: contactId, occasion })));
  await sql`
    delete from recipient using json_to_recordset(${given}::json) as given (contact_id int8, occasion text)
    where account_id = ${accountId} and mailing_id = ${mailingId} and recipient.contact_id = given.contact_id
      and recipient.occasion = given.occasion and state in ('sent', 'failed', 'skipped')`.execute(db);
}

/** Deletes some recipients of a mailing that is over; tells whether there were any. */
export async function deleteSomeRecipients(db: Db, { accountId, mailingId }: OfMailing): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from recipient where account_id = ${accountId} and mailing_id = ${mailingId} and contact_id in (
      select contact_id from recipient where account_id = ${accountId} and mailing_id = ${mailingId}
      order by contact_id limit 500)`.execute(db);
  return numAffectedRows! > 0n;
}

/**
 * Takes out what servers said about contacts, which may be their addresses, and the test and approval mails to them. Who was
 * to get another mail stays as a number.
 */
export async function eraseReplies(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await sql`
    delete from recipient where account_id = ${accountId} and ${isTrialRow} and contact_id = any(${contactIds}::int8[])`.execute(
    db,
  );
  await sql`
    update recipient set reason = null
    from mailing
    where mailing.account_id = ${accountId} and recipient.account_id = ${accountId}
      and recipient.mailing_id = mailing.id and contact_id = any(${contactIds}::int8[])
      and recipient.state in ('failed', 'deferred', 'pending') and reason is not null`.execute(db);
}

/** The domain of the mailbox, as limits name it; empty for a contact that is gone. */
export function domainOf({ address, contact }: WaitingRecipient): string {
  const mailbox = address ?? contact?.email ?? '';
  return mailbox.slice(mailbox.lastIndexOf('@') + 1);
}
