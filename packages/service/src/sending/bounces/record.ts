import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Account } from '../../account/index.ts';
import { unsubscribe } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { existingContacts, type InsertedBounce, insertBounces, publishBounces } from '../../tracking/index.ts';
import { applyBouncePolicy } from './policy.ts';

/** Whom a mail was sent to, as its return path tells. */
export interface SentTo {
  account: Account;
  recipientId: number;
}

/** A notification that came for a mail; the same one counts once, however often it comes. */
export interface Notification {
  status: string;
  messageId: string;
  at: Date;
}

/** Writes down a bounce of a mail that had been taken, and blocks the contact when there were too many. */
export async function recordBounce(
  db: Db,
  { account, recipientId }: SentTo,
  notification: Notification,
): Promise<void> {
  const { status, messageId, at } = notification;
  const fingerprint = createHash('sha256').update(`${recipientId}\n${status}\n${messageId}`).digest('base64url');
  const { rows } = await sql<InsertedBounce>`
    with bounced as (
      select mailing_id, contact_id, occasion, ${at}::timestamptz as at, ${status}::text as status,
        'mta-listener' as source, ${fingerprint}::text as fingerprint
      from recipient where account_id = ${account.id} and id = ${recipientId}
    ), living as (${existingContacts(account.id, sql`select contact_id from bounced`)})
    ${insertBounces(account.id)}`.execute(db);
  await publishBounces(db, account.id, rows);
  const recipient = await findRecipient(db, account.id, recipientId);
  if (recipient) await applyBouncePolicy(db, account.id, [recipient.contact_id]);
}

/** Unsubscribes whom a mail was sent to. */
export async function unsubscribeRecipient(
  db: Db,
  { account, recipientId }: SentTo,
  source: 'reply' | 'complaint',
): Promise<void> {
  const recipient = await findRecipient(db, account.id, recipientId);
  if (recipient === undefined) return;
  const { contact_id, mailing_id: mailingId } = recipient;
  await unsubscribe(db, account, [contact_id], { source, mailingId, reasons: [] });
}

async function findRecipient(db: Db, accountId: number, id: number) {
  return db
    .selectFrom('recipient')
    .select(['contact_id', 'mailing_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}
