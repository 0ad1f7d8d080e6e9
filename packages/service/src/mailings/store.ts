import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type CountedRows, requireRoom } from '../account/index.ts';
import { deleteOutcomes } from '../outcomes/index.ts';
import type { Db, Schema } from '../platform/database/schema.ts';
import { foldText } from '../platform/text/fold.ts';
import type { MailingContentTable, MailingTable, MailingType } from './tables.ts';

/** A mailing without what is sent, which is its content. */
export type Mailing = Selectable<MailingTable>;
export type MailingContent = Selectable<MailingContentTable>;

export async function findMailing(db: Db, accountId: number, id: number): Promise<Mailing | undefined> {
  return db
    .selectFrom('mailing')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the subject of a mailing without its contents, which can be large. */
export async function findSubject(db: Db, { account_id, id }: Pick<Mailing, 'account_id' | 'id'>): Promise<string> {
  const { subject } = await db
    .selectFrom('mailing_content')
    .select('subject')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirstOrThrow();
  return subject;
}

/** Returns the contents of a mailing. Each text may have two million characters, so read them only where needed. */
export async function findContent(
  db: Db,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
): Promise<MailingContent> {
  return db
    .selectFrom('mailing_content')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirstOrThrow();
}

/** As `findMailing`, and keeps others from changing its state until the transaction ends. */
export async function lockMailing(db: Db, accountId: number, id: number): Promise<Mailing | undefined> {
  return db
    .selectFrom('mailing')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Mailings with the ids, or that fulfil a condition, by id; none of them changes its state before the transaction ends. */
export async function lockMailings(
  db: Db,
  accountId: number,
  which: readonly number[] | ((mailing: ExpressionBuilder<Schema, 'mailing'>) => Expression<SqlBool>),
): Promise<Pick<Mailing, 'id' | 'state'>[]> {
  return db
    .selectFrom('mailing')
    .select(['id', 'state'])
    .where('account_id', '=', accountId)
    .where(typeof which === 'function' ? which : sql<SqlBool>`id = any(${which}::int8[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function findMailingIdByName(db: Db, accountId: number, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('mailing')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.id;
}

export async function findMailingByDoiKey(db: Db, accountId: number, key: string): Promise<Mailing | undefined> {
  return db
    .selectFrom('mailing')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('doi_key', '=', key)
    .executeTakeFirst();
}

export const mailingsKept: CountedRows = {
  quota: 'mailings',
  rows: (accountId) => sql`select from mailing where account_id = ${accountId}`,
};

export interface NewMailing {
  name: string;
  subject: string;
  type: MailingType;
  editorVersion?: string;
  creator: string;
}

/** Id of the new draft; undefined when the name is taken. @throws ApiError 409 beyond the quota */
export async function insertMailing(db: Db, accountId: number, mailing: NewMailing): Promise<number | undefined> {
  const { name, type, subject, creator, editorVersion } = mailing;
  await requireRoom(db, accountId, mailingsKept, 1);
  const row = await db
    .with('inserted', (query) =>
      query
        .insertInto('mailing')
        .values({
          account_id: accountId,
          name,
          name_folded: foldText(name),
          type,
          creator_name: creator,
          creator_folded: foldText(creator),
          ...(editorVersion ? { editor_version: editorVersion } : {}),
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
        .returning(['account_id', 'id']),
    )
    .insertInto('mailing_content')
    .columns(['account_id', 'mailing_id', 'subject', 'subject_folded'])
    .expression((query) =>
      query
        .selectFrom('inserted')
        .select(['account_id', 'id', query.val(subject).as('subject'), query.val(foldText(subject)).as('folded')]),
    )
    .returning('mailing_id')
    .executeTakeFirst();
  return row?.mailing_id;
}

/** Deletes a mailing with all that belongs to it. Must not be used where a filter has a rule on it. */
export async function deleteMailing(db: Db, { account_id, id }: Mailing): Promise<void> {
  await deleteOutcomes(db, account_id, ['sendout', 'test', 'approval'], id);
  await db.deleteFrom('mailing').where('account_id', '=', account_id).where('id', '=', id).execute();
}

/** Names of mailings by their ids. */
export async function mailingNames(db: Db, accountId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('mailing')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
