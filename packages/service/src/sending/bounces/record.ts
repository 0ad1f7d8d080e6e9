import { sql } from 'kysely';
import type { Account } from '../../account/index.ts';
import { unsubscribe } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { MailKey } from '../../tracking/index.ts';
import {
  ensureReaders,
  existingContacts,
  type InsertedBounce,
  insertBounces,
  publishBounces,
  publishedBounce,
} from '../../tracking/index.ts';
import { guardAfterEvent } from '../guard/guard.ts';
import { recordReturn } from '../stories/returns.ts';
import { recordTrialReturn } from '../trials/trials.ts';
import { findOwnFailure } from './own-recipient.ts';
import { applyBouncePolicy } from './policy.ts';
import type { FailedRecipient } from './reading/report.ts';

/**
 * Notifications that are recorded of one mail: whoever has its return path must not fill the table. Those that come at
 * the same time do not see each other and may exceed it.
 */
const maxPerMail = 5;

/** Recipient of a mail, taken from its return path. */
export interface SentTo {
  account: Account;
  mail: MailKey;
}

/** A notification that came for a mail. */
export interface Notification {
  /** Recipients that got no mail, at least one. */
  recipients: readonly FailedRecipient[];
  /** Addresses that it names as delivered, delayed, relayed or expanded. */
  unfailed?: readonly string[] | undefined;
  at: Date;
  /** Whether it came to our SMTP port, or into a mailbox. */
  source: 'mta-listener' | 'reply';
}

/**
 * Records a bounce of a mail that had been taken, and blocks the contact when there were too many. A mail has one bounce
 * of each status, however many notifications come, and `maxPerMail` in all.
 */
export async function recordBounce(
  db: Db,
  { account, mail }: SentTo,
  { recipients, unfailed, at, source }: Notification,
): Promise<void> {
  const own = findOwnFailure(await addressOf(db, account, mail), recipients, unfailed);
  if (own === undefined) return;
  const { status, reason } = own;
  if (await recordTrialReturn(db, account.id, mail, `it came back with status ${status}`)) return;
  const ofMail = `dsn ${mail.recipientId} `;
  const { rows } = await sql<InsertedBounce>`
    with bounced as (
      select mailing_id, contact_id, occasion, ${at}::timestamptz as at, ${status}::text as status,
        ${reason}::text as why,
        ${source}::text as source, ${ofMail + status}::text as fingerprint
      from recipient where ${isOf(account, mail)} and (
        select count(*) from bounce
        where bounce.account_id = ${account.id} and bounce.mailing_id = ${mail.mailingId}
          and fingerprint >= ${ofMail} and fingerprint < ${`${ofMail}a`}) < ${maxPerMail}
    ), living as (${existingContacts(account.id, sql`select contact_id from bounced`)}), ${insertBounces(account.id)}
    select ${publishedBounce} from noted`.execute(db);
  await recordReturn(db, account.id, mail, 'bounced', status);
  await publishBounces(db, account.id, rows);
  if (rows.length === 0) return;
  await applyBouncePolicy(db, account.id, [mail.contactId], own.holds ? at : undefined);
  await guardAfterEvent(db, account.id, mail.mailingId);
}

/** Returns the address that a mail was sent to, unless the contact or the mail is gone. */
async function addressOf(db: Db, account: Account, mail: MailKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('recipient')
    .leftJoin('contact', (join) =>
      join.onRef('contact.account_id', '=', 'recipient.account_id').onRef('contact.id', '=', 'recipient.contact_id'),
    )
    .select((columns) => columns.fn.coalesce('recipient.address', 'contact.email').as('address'))
    .where('recipient.account_id', '=', account.id)
    .where('recipient.mailing_id', '=', mail.mailingId)
    .where('recipient.contact_id', '=', mail.contactId)
    .where('recipient.id', '=', mail.recipientId)
    .executeTakeFirst();
  return row?.address ?? undefined;
}

/** Unsubscribes whom a mail was sent to. */
export async function unsubscribeRecipient(
  db: Db,
  { account, mail }: SentTo,
  source: 'reply' | 'complaint',
): Promise<void> {
  if (!(await wasSent(db, account, mail))) return;
  if (await recordTrialReturn(db, account.id, mail, 'it was reported as spam')) return;
  if (source === 'complaint') await recordReturn(db, account.id, mail, 'complained');
  const { contactId, mailingId } = mail;
  await ensureReaders(db, account.id, mailingId, [contactId]);
  await unsubscribe(db, account, [contactId], { source, mailingId, reasons: [] });
  if (source === 'complaint') await guardAfterEvent(db, account.id, mailingId);
}

/** Finds the contact of a recipient of which only the number is known; that takes time in proportion to the mailing. */
export async function findRecipient(
  db: Db,
  { id }: Account,
  { mailingId, recipientId }: Omit<MailKey, 'contactId'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('recipient')
    .select('contact_id')
    .where('account_id', '=', id)
    .where('mailing_id', '=', mailingId)
    .where('id', '=', recipientId)
    .executeTakeFirst();
  return row?.contact_id;
}

/** Reports whether the mailing and its recipient are there still. */
async function wasSent(db: Db, account: Account, mail: MailKey): Promise<boolean> {
  const row = await db.selectFrom('recipient').select('id').where(isOf(account, mail)).executeTakeFirst();
  return row !== undefined;
}

const isOf = ({ id }: Account, { mailingId, contactId, recipientId }: MailKey) => sql<boolean>`
  account_id = ${id} and mailing_id = ${mailingId} and contact_id = ${contactId} and id = ${recipientId}`;
