import { sql } from 'kysely';
import type { ErasureHook } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import { deleteMails } from '../../sending/index.ts';
import { formatOccasion } from '../../tracking/index.ts';
import { deleteUnusedContents } from './story.ts';

const atOnce = 500;

interface DeletedMail {
  account_id: number;
  id: string;
  mailing_id: number;
  contact_id: number;
  content_id: number;
}

/** Deletes the mails to contacts that are erased or made anonymous, and those to their addresses, unless they go to users. */
export const eraseTransactionalMails: ErasureHook = async (db, accountId, contactIds) => {
  const { rows } = await sql<DeletedMail>`
    delete from transactional_mail
    where account_id = ${accountId} and id in (
      select id from transactional_mail where account_id = ${accountId} and contact_id = any(${contactIds}::int8[])
      union all
      select mail.id from contact join transactional_mail as mail using (account_id, email_folded)
      where account_id = ${accountId} and contact.id = any(${contactIds}::int8[]) and not to_user)
    returning account_id, id, mailing_id, contact_id, content_id`.execute(db);
  await deleteTraces(db, accountId, rows);
};

/** Deletes mails 30 days after they were accepted. */
export const purgeTransactionalMailsTask: Task = {
  name: 'purge of transactional mails',
  async run(db) {
    return db.transaction().execute(async (transaction) => {
      const { rows } = await sql<DeletedMail>`
        delete from transactional_mail where (account_id, id) in (
          select account_id, id from transactional_mail
          where created_at < now() - interval '30 days' order by created_at limit ${atOnce} for update skip locked)
        returning account_id, id, mailing_id, contact_id, content_id`.execute(transaction);
      for (const [accountId, mails] of Map.groupBy(rows, ({ account_id }) => account_id)) {
        await deleteTraces(transaction, accountId, mails);
      }
      return rows.length === atOnce;
    });
  },
};

/** Deletes the recipients and the contents of mails that were deleted. */
async function deleteTraces(db: Db, accountId: number, mails: readonly DeletedMail[]): Promise<void> {
  if (mails.length === 0) return;
  await deleteMails(
    db,
    accountId,
    mails.map(({ id, mailing_id, contact_id }) => {
      const occasion = formatOccasion({ kind: 'transactional', mailId: id });
      return { mailingId: mailing_id, contactId: contact_id, occasion };
    }),
  );
  await deleteUnusedContents(
    db,
    accountId,
    mails.map(({ content_id }) => content_id),
  );
}
