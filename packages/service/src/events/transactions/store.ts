import { type SqlBool, sql } from 'kysely';
import { type CountedRows, requireRoom } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';

export interface TransactionAttachment {
  filename: string;
  mimetype: string;
  /** Base64. */
  data: string;
}

export interface NewTransaction {
  typeId: number;
  contactId: number;
  key: string;
  content: Record<string, unknown>;
  attachments: readonly TransactionAttachment[];
}

const transactionsKept: CountedRows = {
  quota: 'transactions',
  rows: (accountId) => sql`select from transaction where account_id = ${accountId}`,
};

/** Transactions of one statement: enough to be fast, few enough to keep the database's memory small. */
const atOnce = 2000;

/**
 * Inserts transactions in their order.
 * @throws ApiError 409 beyond the quota
 */
export async function insertTransactions(
  db: Db,
  accountId: number,
  transactions: readonly NewTransaction[],
): Promise<void> {
  await requireRoom(db, accountId, transactionsKept, transactions.length);
  for (let start = 0; start < transactions.length; start += atOnce) {
    await insertPiece(db, accountId, transactions.slice(start, start + atOnce));
  }
}

async function insertPiece(db: Db, accountId: number, transactions: readonly NewTransaction[]): Promise<void> {
  const given = transactions.map(({ typeId, contactId, key, content }) => ({
    type_id: typeId,
    contact_id: contactId,
    key,
    content,
  }));
  await sql`
    insert into transaction (account_id, type_id, contact_id, key, content)
    select ${accountId}::int8, type_id, contact_id, key, content
    from json_to_recordset(${JSON.stringify(given)}::json) as given (type_id int8, contact_id int8, key text, content jsonb)`.execute(
    db,
  );
  const files = transactions.flatMap(({ key, attachments }) =>
    attachments.map(({ filename, mimetype, data }, position) => ({ key, position, filename, mimetype, data })),
  );
  if (files.length === 0) return;
  await sql`
    insert into transaction_attachment (account_id, transaction_id, position, filename, mime_type, content)
    select ${accountId}::int8, transaction.id, position, filename, mimetype, decode(data, 'base64')
    from json_to_recordset(${JSON.stringify(files)}::json)
      as given (key text, position int4, filename text, mimetype text, data text)
    join transaction on transaction.account_id = ${accountId} and transaction.key = given.key`.execute(db);
}

/** Deletes transactions of a type before an instant, all without one, some at a time, so that nobody waits for long. */
export async function deleteTransactions(db: Db, accountId: number, typeId: number, before?: Date): Promise<void> {
  for (let deleted = atOnce; deleted === atOnce; ) {
    const { numAffectedRows } = await sql`
      delete from transaction where account_id = ${accountId} and id in (
        select id from transaction where account_id = ${accountId} and type_id = ${typeId}
        ${before ? sql`and at < ${before}` : sql``} order by at limit ${atOnce})`.execute(db);
    deleted = Number(numAffectedRows);
  }
}

/** Deletes transactions that are older than their type keeps them; whether there may be more. */
export async function deleteOutdated(db: Db): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from transaction using (
      select transaction.account_id, transaction.id from transaction
      join transaction_type on transaction_type.account_id = transaction.account_id and transaction_type.id = type_id
      where at < now() - make_interval(days => archiving_days) limit ${atOnce}) as outdated
    where transaction.account_id = outdated.account_id and transaction.id = outdated.id`.execute(db);
  return numAffectedRows === BigInt(atOnce);
}

/** Takes out what transactions hold about contacts; they stay as numbers. */
export async function eraseContents(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  const concerned = sql`select id from transaction
    where account_id = ${accountId} and contact_id = any(${contactIds}::int8[])`;
  await sql`delete from transaction_attachment
    where account_id = ${accountId} and transaction_id in (${concerned})`.execute(db);
  await sql`update transaction set content = '{}' where account_id = ${accountId} and id in (${concerned})`.execute(db);
}

/** Transactions of a type by the key that they were given, or by the id in their content. */
const withId = (accountId: number, typeId: number, id: string) => sql<SqlBool>`
  account_id = ${accountId} and type_id = ${typeId} and (key = ${id} or content ->> 'transaction_id' = ${id})`;

/** The content of the first transaction of a type with an id; undefined when there is none. */
export async function findTransactionContent(
  db: Db,
  accountId: number,
  typeId: number,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .selectFrom('transaction')
    .select('content')
    .where(withId(accountId, typeId, id))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.content;
}

/** Deletes the transactions of a type with an id. Returns whether there was one. */
export async function deleteTransactionsWithId(
  db: Db,
  accountId: number,
  typeId: number,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('transaction')
    .where(withId(accountId, typeId, id))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The content of a transaction by its key; undefined when there is none. */
export async function contentOf(db: Db, accountId: number, key: string): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .selectFrom('transaction')
    .select('content')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.content;
}

/** The files of a transaction by its key. */
export async function attachmentsOf(db: Db, accountId: number, key: string) {
  const files = await db
    .selectFrom('transaction_attachment as file')
    .innerJoin('transaction', (join) =>
      join.onRef('transaction.account_id', '=', 'file.account_id').onRef('transaction.id', '=', 'file.transaction_id'),
    )
    .select(['filename', 'mime_type', 'file.content'])
    .where('file.account_id', '=', accountId)
    .where('transaction.key', '=', key)
    .orderBy('position')
    .execute();
  return files.map(({ filename, mime_type: contentType, content }) => {
    return { filename, contentType, content: Buffer.from(content) };
  });
}
