import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Mailing } from '../store.ts';
import type { MailingAttachmentTable } from '../tables.ts';

type Owner = Pick<Mailing, 'account_id' | 'id'>;
/** A file that goes with a mailing, and what is known about it. */
export type MailingAttachment = Selectable<MailingAttachmentTable>;

/** The attachments of a mailing by id, without the files themselves. */
export async function listAttachments(db: Db, mailing: Owner): Promise<Omit<MailingAttachment, 'content'>[]> {
  return ofMailing(db, mailing)
    .select(['account_id', 'mailing_id', 'id', 'filename', 'mime_type', 'diagnosis', 'size', 'created_at'])
    .orderBy('id')
    .execute();
}

/** The attachments of a mailing by id, as mails carry them. */
export async function attachmentsOf(
  db: Db,
  mailing: Owner,
): Promise<{ filename: string; contentType: string; content: Buffer }[]> {
  const rows = await ofMailing(db, mailing)
    .select(['filename', 'mime_type as contentType', 'content'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, content: Buffer.from(row.content) }));
}

export async function countAttachments(db: Db, mailing: Owner): Promise<number> {
  const query = ofMailing(db, mailing).select((row) => row.fn.countAll<number>().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function findAttachment(db: Db, mailing: Owner, id: number): Promise<MailingAttachment | undefined> {
  return ofMailing(db, mailing).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Gives the id. */
export async function insertAttachment(
  db: Db,
  { account_id, id: mailing_id }: Owner,
  attachment: Pick<MailingAttachment, 'filename' | 'mime_type' | 'diagnosis' | 'content'>,
): Promise<number> {
  const inserted = db.insertInto('mailing_attachment').values({ account_id, mailing_id, ...attachment });
  return (await inserted.returning('id').executeTakeFirstOrThrow()).id;
}

/** Gives a mailing copies of the files of another one of its account, in their order. */
export async function insertCopies(db: Db, source: Owner, target: Owner): Promise<void> {
  await sql`
    insert into mailing_attachment (account_id, mailing_id, filename, mime_type, diagnosis, content)
    select account_id, ${target.id}::int8, filename, mime_type, diagnosis, content from mailing_attachment
    where account_id = ${target.account_id} and mailing_id = ${source.id} order by id`.execute(db);
}

/** Deletes one attachment of a mailing, or all; how many there were. */
export async function deleteAttachments(db: Db, { account_id, id: mailing_id }: Owner, id?: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mailing_attachment')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', mailing_id)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const ofMailing = (db: Db, { account_id, id }: Owner) =>
  db.selectFrom('mailing_attachment').where('account_id', '=', account_id).where('mailing_id', '=', id);
