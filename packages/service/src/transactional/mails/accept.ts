import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { noteEvents } from '../../journal/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { EmailAddress } from '../../platform/text/email.ts';
import { queueMails } from '../../sending/index.ts';
import { insertContent, type NewContent } from './store.ts';
import { publishSteps } from './story.ts';

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
  const given = recipients.map(({ email, name }) => ({
    id: randomUUID() as string,
    email: email.address,
    email_folded: email.folded,
    name: name ?? null,
  }));
  const addresses = toUsers ? [] : recipients.map(({ email }) => email.folded);
  // Contacts are kept from being erased before the end of the transaction: their erasure deletes the mails. The mails are one
  // parameter: a statement for each number of them would be planned anew.
  const { rows } = await sql<{ id: string; contact_id: number; email: string }>`
    with known as (
      select id, email_folded from contact
      where account_id = ${accountId} and email_folded = any(${addresses}::text[]) order by id for key share
    ), content as (${insertContent(db, accountId, content)}), mail as (
      insert into transactional_mail (
        account_id, id, content_id, mailing_id, template, contact_id, email, email_folded, name, tags, state, to_user)
      select ${accountId}::int8, given.id, content.id, ${mailingId}::int8, ${template}::boolean,
        coalesce((select min(id) from known where known.email_folded = given.email_folded), 0), email, email_folded, name,
        ${tags}::text[], 'waiting', ${toUsers}::boolean
      from content, json_to_recordset(${JSON.stringify(given)}::json)
        as given (id uuid, email text, email_folded text, name text)
      returning id, contact_id, email
    ), noted as (
      insert into transactional_step (account_id, mail_id, step) select ${accountId}::int8, id, 'accepted' from mail
      returning id
    ), journaled as (${noteEvents(accountId, 'step', sql`select id from noted`)})
    select id, contact_id, email from mail`.execute(db);
  await publishSteps(
    db,
    accountId,
    rows.map(({ id, contact_id }) => ({ mail_id: id, contact_id, step: 'accepted' as const, code: null, tags })),
  );
  const queued = rows.map(({ id, contact_id, email }) => {
    return { contactId: contact_id, occasion: { kind: 'transactional' as const, mailId: id }, address: email };
  });
  await queueMails(db, accountId, mailingId, queued);
  return given.map(({ id }) => id);
}
