import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Account } from '../../account/index.ts';
import { unsubscribe } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { existingContacts, type InsertedBounce, insertBounces, publishBounces } from '../../tracking/index.ts';
import type { MailKey } from '../mail/identity.ts';
import { applyBouncePolicy } from './policy.ts';

/** Whom a mail was sent to, as its return path tells. */
export interface SentTo {
  account: Account;
  mail: MailKey;
}

/** A notification that came for a mail; the same one counts once, however often it comes. */
export interface Notification {
  status: string;
  messageId: string;
  at: Date;
}

/** Writes down a bounce of a mail that had been taken, and blocks the contact when there were too many. */
export async function recordBounce(db: Db, { account, mail }: SentTo, notification: Notification): Promise<void> {
  const { status, messageId, at } = notification;
  const fingerprint = createHash('sha256').update(`${mail.recipientId}\n${status}\n${messageId}`).digest('base64url');
  const { rows } = await sql<InsertedBounce>`
    with bounced as (
      select mailing_id, contact_id, occasion, ${at}::timestamptz as at, ${status}::text as status,
        'mta-listener' as source, ${fingerprint}::text as fingerprint
      from recipient where ${isOf(account, mail)}
    ), living as (${existingContacts(account.id, sql`select contact_id from bounced`)})
    ${insertBounces(account.id)}`.execute(db);
  await publishBounces(db, account.id, rows);
  if (await wasSent(db, account, mail)) await applyBouncePolicy(db, account.id, [mail.contactId]);
}

/** Unsubscribes whom a mail was sent to. */
export async function unsubscribeRecipient(
  db: Db,
  { account, mail }: SentTo,
  source: 'reply' | 'complaint',
): Promise<void> {
  if (!(await wasSent(db, account, mail))) return;
  const { contactId, mailingId } = mail;
  await unsubscribe(db, account, [contactId], { source, mailingId, reasons: [] });
}

/** Whether the mailing and its recipient are there still. */
async function wasSent(db: Db, account: Account, mail: MailKey): Promise<boolean> {
  const row = await db.selectFrom('recipient').select('id').where(isOf(account, mail)).executeTakeFirst();
  return row !== undefined;
}

const isOf = ({ id }: Account, { mailingId, contactId, recipientId }: MailKey) => sql<boolean>`
  account_id = ${id} and mailing_id = ${mailingId} and contact_id = ${contactId} and id = ${recipientId}`;
