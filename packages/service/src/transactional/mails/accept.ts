import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { noteEvents } from '../../journal/index.ts';
import { gathered } from '../../platform/database/gathered.ts';
import type { Db } from '../../platform/database/schema.ts';
import { unseenList } from '../../platform/database/unseen-list.ts';
import type { EmailAddress } from '../../platform/text/email.ts';
import { mailQueue } from '../../sending/index.ts';
import { insertContents, type NewContent } from './store.ts';
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
export const acceptMails: (db: Db, accountId: number, mails: NewTransactionalMails) => Promise<string[]> =
  gathered(acceptTogether);

async function acceptTogether(
  db: Db,
  accountId: number,
  requests: readonly NewTransactionalMails[],
): Promise<string[][]> {
  const contentIds = await insertContents(
    db,
    accountId,
    requests.map(({ content }) => content),
  );
  const accepted = requests.map((request, at) => toRows(request, contentIds[at]!));
  const addresses = requests.flatMap(({ recipients, toUsers }) =>
    toUsers ? [] : recipients.map(({ email }) => email.folded),
  );
  // Contacts are kept from being erased before the end of the transaction: their erasure deletes the mails. The mails are one
  // parameter: a statement for each number of them would be planned anew.
  const { rows } = await sql<{ id: string; contact_id: number; tags: string[] }>`
    with known as (
      select id, email_folded from contact
      where account_id = ${accountId} and email_folded = any(${unseenList(addresses, 'text')})
      order by id for key share
    ), accepted as (
      select accepted.*,
        coalesce((select min(known.id) from known where known.email_folded = accepted.email_folded and not to_user), 0) as contact_id
      from json_to_recordset(${JSON.stringify(accepted.flat())}::json) as accepted (
        id uuid, content_id int8, mailing_id int8, template boolean, email text, email_folded text, name text, tags text[],
        to_user boolean, occasion text, purpose mail_purpose, priority int2)
    ), mail as (
      insert into transactional_mail (
        account_id, id, content_id, mailing_id, template, contact_id, email, email_folded, name, tags, state, to_user)
      select ${accountId}::int8, id, content_id, mailing_id, template, contact_id, email, email_folded, name, tags, 'waiting', to_user
      from accepted
    ), noted as (
      insert into transactional_step (account_id, mail_id, step) select ${accountId}::int8, id, 'accepted' from accepted
      returning id
    ), journaled as (${noteEvents(accountId, 'step', sql`select id from noted`)}),
    given as (
      select mailing_id, contact_id, occasion, purpose, priority, email as address from accepted
    ), ${mailQueue.insertQueued(accountId)}
    select id, contact_id, tags from accepted`.execute(db);
  await publishSteps(
    db,
    accountId,
    rows.map(({ id, ...mail }) => ({ mail_id: id, step: 'accepted' as const, code: null, ...mail })),
  );
  return accepted.map((mails) => mails.map(({ id }) => id));
}

function toRows({ mailingId, template, recipients, tags, toUsers = false }: NewTransactionalMails, contentId: number) {
  return recipients.map(({ email, name }) => {
    const id: string = randomUUID();
    return {
      id,
      content_id: contentId,
      mailing_id: mailingId,
      template,
      email: email.address,
      email_folded: email.folded,
      name,
      tags,
      to_user: toUsers,
      ...mailQueue.queuedAs({ kind: 'transactional', mailId: id }),
    };
  });
}
