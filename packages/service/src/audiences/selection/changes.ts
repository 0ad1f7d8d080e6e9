import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { ContactsChangeTable } from '../tables.ts';
import { changeContactsKind } from './change-kind.ts';
import type { ContactSelection } from './selection.ts';

export type ContactsChange = Selectable<ContactsChangeTable>;

/** Days for which changes that have ended are kept. */
const keptDays = 90;

/** Records a change and queues it. Contacts that are added later are not concerned. */
export async function insertChange(
  db: Db,
  accountId: number,
  { selection, ...change }: Pick<ContactsChange, 'action' | 'tag' | 'count'> & { selection: ContactSelection },
): Promise<ContactsChange> {
  const stored = await db
    .insertInto('contacts_change')
    .values({
      account_id: accountId,
      ...change,
      selection: json(selection),
      end_id: sql<number>`(select coalesce(max(id), 0) from contact where account_id = ${accountId})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueue(db, changeContactsKind, { accountId, key: String(stored.id), payload: { changeId: stored.id } });
  return stored;
}

export async function findChange(db: Db, accountId: number, id: number): Promise<ContactsChange | undefined> {
  return ofAccount(db, accountId).where('id', '=', id).executeTakeFirst();
}

export async function lockChange(db: Db, accountId: number, id: number): Promise<ContactsChange | undefined> {
  return ofAccount(db, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** One page of changes, the newest first. */
export async function listChanges(
  db: Db,
  accountId: number,
  { page_size, page_index }: { page_size: number; page_index: number },
): Promise<ContactsChange[]> {
  return ofAccount(db, accountId)
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_index - 1) * page_size)
    .execute();
}

export async function countChanges(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('contacts_change')
    .select((change) => change.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

const ofAccount = (db: Db, accountId: number) =>
  db.selectFrom('contacts_change').selectAll().where('account_id', '=', accountId);

/** Records how far a change is. */
export async function noteProgress(
  db: Db,
  { account_id, id }: ContactsChange,
  { last_id, done }: { last_id: number; done: number },
): Promise<void> {
  await db
    .updateTable('contacts_change')
    .set({ last_id, count_done: sql<number>`count_done + ${done}` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Records the end of a change, forgets what was searched for, and deletes old ones. */
export async function endChange(db: Db, { account_id, id }: ContactsChange): Promise<void> {
  await db
    .updateTable('contacts_change')
    .set({ state: 'done', selection: null, ended_at: sql<Date>`now()` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('contacts_change')
    .where('account_id', '=', account_id)
    .where('ended_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();
}
