import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { EmailAddress } from '../../platform/text/email.ts';
import { queueMails } from '../../sending/index.ts';
import { insertContent, type NewContent } from './store.ts';
import { recordSteps } from './story.ts';

/** Mails of one request. */
export interface NewTransactionalMails {
  mailingId: number;
  /** Whether the mailing is the template of the mails. */
  template: boolean;
  recipients: readonly { email: EmailAddress; name: string | undefined }[];
  tags: readonly string[];
  content: NewContent;
  /** Whether they go to people who work with the account, also if their addresses are those of contacts. */
  toUsers?: boolean;
}

/**
 * Stores and queues a mail to each recipient, in the caller's transaction. A mail to the address of a contact is the
 * contact's: its bounces block the contact, and its erasure deletes the mail. The caller wakes the worker after the commit.
 * @returns the ids of the mails in the order of the recipients
 */
export async function acceptMails(
  db: Db,
  accountId: number,
  { mailingId, template, recipients, tags, content, toUsers = false }: NewTransactionalMails,
): Promise<string[]> {
  const addresses = toUsers ? [] : recipients.map(({ email }) => email.folded);
  const contactOf = await contactsByAddress(db, accountId, addresses);
  const contentId = await insertContent(db, accountId, content);
  const mails = recipients.map(({ email, name }) => ({
    id: randomUUID() as string,
    contact_id: contactOf.get(email.folded) ?? 0,
    email: email.address,
    email_folded: email.folded,
    name: name ?? null,
  }));
  // One parameter for all of them: a statement for each number of recipients would be planned anew.
  await sql`
    insert into transactional_mail (
      account_id, id, content_id, mailing_id, template, contact_id, email, email_folded, name, tags, state, to_user)
    select ${accountId}::int8, id, ${contentId}::int8, ${mailingId}::int8, ${template}::boolean, contact_id, email, email_folded,
      name, ${tags}::text[], 'waiting', ${toUsers}::boolean
    from json_to_recordset(${JSON.stringify(mails)}::json)
      as given (id uuid, contact_id int8, email text, email_folded text, name text)`.execute(db);
  await recordSteps(
    db,
    accountId,
    mails.map(({ id }) => ({ mailId: id, step: 'accepted' as const })),
  );
  const queued = mails.map(({ id, contact_id, email }) => {
    return { contactId: contact_id, occasion: { kind: 'transactional' as const, mailId: id }, address: email };
  });
  await queueMails(db, accountId, mailingId, queued);
  return mails.map(({ id }) => id);
}

/** Keeps the contacts from being erased before the end of the transaction: their erasure deletes the mails. */
async function contactsByAddress(db: Db, accountId: number, folded: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email_folded: string }>`
    select id, email_folded from contact
    where account_id = ${accountId} and email_folded = any(${folded}::text[])
    order by id desc for key share`.execute(db);
  return new Map(rows.map(({ id, email_folded }) => [email_folded, id]));
}
