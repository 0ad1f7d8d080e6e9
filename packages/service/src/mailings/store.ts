import { sealedError } from '@mailwright/server';
import type { Expression, ExpressionBuilder, Kysely, Selectable, SqlBool, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { MailingState, MailingTable, MailingType, Schema } from '../platform/database/schema.ts';
import { type Actor, mayMove, unsealedStates } from './states.ts';

export type Mailing = Selectable<MailingTable>;
type Db = Kysely<Schema>;

/** Changes that alter what is sent; they make check results and approvals stale. */
const contentColumns = [
  'subject',
  'preview_text',
  'sender',
  'sender_alias',
  'recipient_alias',
  'reply_to',
  'html',
  'text_body',
];

export async function findMailing(db: Db, accountId: number, id: number): Promise<Mailing | undefined> {
  return db
    .selectFrom('mailing')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
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

/** Mailings that fulfil a condition, by id; none of them changes its state before the transaction ends. */
export async function lockMailings(
  db: Db,
  accountId: number,
  condition: (mailing: ExpressionBuilder<Schema, 'mailing'>) => Expression<SqlBool>,
): Promise<Pick<Mailing, 'id' | 'state'>[]> {
  return db
    .selectFrom('mailing')
    .select(['id', 'state'])
    .where('account_id', '=', accountId)
    .where(condition)
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

export interface NewMailing {
  name: string;
  subject: string;
  type: MailingType;
  editorVersion?: string;
  creator: string;
}

/** Id of the new draft; undefined when the name is taken. */
export async function insertMailing(db: Db, accountId: number, mailing: NewMailing): Promise<number | undefined> {
  const row = await db
    .insertInto('mailing')
    .values({
      account_id: accountId,
      name: mailing.name,
      subject: mailing.subject,
      type: mailing.type,
      creator_name: mailing.creator,
      ...(mailing.editorVersion ? { editor_version: mailing.editorVersion } : {}),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Changes columns of a mailing and raises its versions. A failed mailing becomes a draft again. Throws 409 when it was
 * sealed meanwhile, which can happen outside of a transaction.
 */
export async function changeMailing(db: Db, mailing: Mailing, change: Updateable<MailingTable>): Promise<void> {
  const content = Object.keys(change).some((column) => contentColumns.includes(column));
  const changed = await db
    .updateTable('mailing')
    .set({
      ...change,
      version: sql<number>`version + 1`,
      ...(content ? { content_version: sql<number>`content_version + 1` } : {}),
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', mailing.account_id)
    .where('id', '=', mailing.id)
    .where('state', 'in', unsealedStates)
    .returning('id')
    .executeTakeFirst();
  if (changed === undefined) throw sealedError(mailing.id);
  if (mailing.state === 'failed') await moveMailing(db, mailing, 'draft', 'user', 'changed');
}

/** Deletes a mailing with all that belongs to it. Must not be used where a filter has a rule on it. */
export async function deleteMailing(db: Db, { account_id, id }: Mailing): Promise<void> {
  await db.deleteFrom('mailing').where('account_id', '=', account_id).where('id', '=', id).execute();
}

/**
 * Moves a mailing to another state by compare-and-set and writes it into the log of transitions.
 * False when the state was changed by somebody else meanwhile; throws on a move that the state machine does not have.
 */
export async function moveMailing(
  db: Db,
  mailing: Pick<Mailing, 'account_id' | 'id' | 'state' | 'type'>,
  to: MailingState,
  actor: Actor,
  reason: string | null = null,
): Promise<boolean> {
  const { account_id, id, state: from, type } = mailing;
  if (!mayMove(from, to, actor, type)) throw new Error(`A ${type} mailing cannot go from ${from} to ${to} by ${actor}`);
  const moved = await db
    .updateTable('mailing')
    .set({ state: to, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  if (moved === undefined) return false;
  await db
    .insertInto('mailing_transition')
    .values({ account_id, mailing_id: id, from_state: from, to_state: to, actor, reason })
    .execute();
  return true;
}
