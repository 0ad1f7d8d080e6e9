import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { unseenList } from '../../platform/database/unseen-list.ts';
import type { passing } from '../../sending/index.ts';
import type { StoredFile, TransactionalContentTable, TransactionalMailTable, TransactionalState } from '../tables.ts';

export type TransactionalMail = Selectable<TransactionalMailTable>;
export type TransactionalContent = Selectable<TransactionalContentTable>;

/** Content of a request: that of its own, or what replaces parts of a template. */
export interface NewContent {
  sender: string | null;
  senderName: string | null;
  subject: string | null;
  html: string | null;
  text: string | null;
  data: Record<string, unknown> | null;
  replyTo: string | null;
  attachments: StoredFile[];
  /** A message that is passed on instead of a content. */
  message?: passing.PassedMessage;
  /** Absent if nothing is tracked. */
  track?: { opens: boolean; clicks: boolean; unsubscriptions: boolean };
}

/** Characters of contents that are stored by one statement, unless a single one has more: the embedded database keeps its memory. */
const charactersAtOnce = 1_000_000;

/** Stores contents and returns their ids in the same order. */
export async function insertContents(db: Db, accountId: number, contents: readonly NewContent[]): Promise<number[]> {
  const ids: number[] = [];
  for (const rows of splitBySize(contents.map(toRow), charactersAtOnce))
    ids.push(...(await insertRows(db, accountId, rows)));
  return ids;
}

/** A content as the texts of its columns. */
function toRow({ sender, senderName, subject, html, text, data, replyTo, attachments, message, track }: NewContent) {
  const { opens = false, clicks = false, unsubscriptions = false } = track ?? {};
  const texts = [
    sender,
    senderName,
    subject,
    html,
    text,
    data && JSON.stringify(data),
    replyTo,
    JSON.stringify(attachments),
    message ? JSON.stringify(message) : null,
  ];
  return { texts, flags: [opens, clicks, unsubscriptions] };
}

type Row = ReturnType<typeof toRow>;

/** Splits rows into lists of at most so many characters, or of one row. */
function splitBySize(rows: readonly Row[], characters: number): Row[][] {
  const lists: Row[][] = [];
  let left = -1;
  for (const row of rows) {
    const size = row.texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    if (size > left) {
      lists.push([]);
      left = characters;
    }
    lists.at(-1)!.push(row);
    left -= size;
  }
  return lists;
}

/** Each column is one parameter, so that long texts are no reason to plan the statement anew. */
async function insertRows(db: Db, accountId: number, rows: readonly Row[]): Promise<number[]> {
  const columns = (read: (row: Row) => readonly (string | boolean | null)[], type: 'text' | 'boolean') =>
    sql.join(
      read(rows[0]!).map((_, at) =>
        unseenList(
          rows.map((row) => read(row)[at]),
          type,
        ),
      ),
    );
  const inserted = await sql<{ id: number }>`
    insert into transactional_content (
      account_id, sender, sender_name, subject, html, text_body, data, reply_to, attachments, message,
      track_opens, track_clicks, track_unsubscriptions)
    select ${accountId}::int8, sender, sender_name, subject, html, text_body, data::jsonb, reply_to, attachments::jsonb, message::jsonb,
      track_opens, track_clicks, track_unsubscriptions
    from unnest(${columns(({ texts }) => texts, 'text')}, ${columns(({ flags }) => flags, 'boolean')}) with ordinality as given (
      sender, sender_name, subject, html, text_body, data, reply_to, attachments, message,
      track_opens, track_clicks, track_unsubscriptions, place)
    order by place
    returning id`.execute(db);
  // They are numbered in the order in which they are inserted.
  return inserted.rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** Contents up to this size, in bytes as they are stored, are read with others. */
const smallBytes = 65_536;

/** Reads mails with their contents; those with large ones without, so that a few do not fill the memory. */
export async function findMailsWithContents(
  db: Db,
  accountId: number,
  ids: readonly string[],
): Promise<{ mail: TransactionalMail; content: TransactionalContent | undefined }[]> {
  const mails = await db
    .selectFrom('transactional_mail')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${unseenList(ids, 'uuid')})`)
    .execute();
  const contents = await db
    .selectFrom('transactional_content as content')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${unseenList([...new Set(mails.map(({ content_id }) => content_id))])})`)
    .where(sql<boolean>`pg_column_size(content.*) <= ${smallBytes}`)
    .execute();
  const byId = new Map(contents.map((content) => [content.id, content]));
  return mails.map((mail) => ({ mail, content: byId.get(mail.content_id) }));
}

export async function findMail(db: Db, accountId: number, id: string): Promise<TransactionalMail | undefined> {
  return db
    .selectFrom('transactional_mail')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns `undefined` if the mails of the content have come to an end. */
export async function findTransactionalContent(
  db: Db,
  accountId: number,
  id: number,
): Promise<TransactionalContent | undefined> {
  return db
    .selectFrom('transactional_content')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Conditions of a list of mails. */
export interface MailCriteria {
  /** In any case. */
  email?: string | undefined;
  tag?: string | undefined;
  state?: TransactionalState | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

function mailsMatching(db: Db, accountId: number, { email, tag, state, from, to }: MailCriteria) {
  return db
    .selectFrom('transactional_mail')
    .where('account_id', '=', accountId)
    .$if(email !== undefined, (query) => query.where('email_folded', '=', email!.toLowerCase()))
    .$if(tag !== undefined, (query) => query.where(sql<boolean>`${tag} = any(tags)`))
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('created_at', '<', to!));
}

/** Lists a page of mails, the newest first. */
export function listMails(
  db: Db,
  accountId: number,
  criteria: MailCriteria,
  page: { page_size: number; page_index: number },
): Promise<TransactionalMail[]> {
  return mailsMatching(db, accountId, criteria)
    .selectAll()
    .orderBy('number', 'desc')
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size)
    .execute();
}

export async function countMails(db: Db, accountId: number, criteria: MailCriteria): Promise<number> {
  const { count } = await mailsMatching(db, accountId, criteria)
    .select((mail) => mail.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists the domains of the senders of mails that are kept. */
export async function transactionalSenderDomains(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select distinct lower(substring(sender from '[^@]+$')) as domain from transactional_content
    where account_id = ${accountId} and sender like '%@%'`.execute(db);
  return rows.map(({ domain }) => domain);
}
