import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { violates } from '../../platform/database/violations.ts';
import type { TargetGroupTable, TargetGroupType } from '../tables.ts';

export type TargetGroup = Selectable<TargetGroupTable>;

export async function findTargetGroup(db: Db, accountId: number, id: number): Promise<TargetGroup | undefined> {
  return db
    .selectFrom('target_group')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** One page of target groups by id. */
export async function listTargetGroups(
  db: Db,
  accountId: number,
  page: { page_size: number; page_index: number },
): Promise<TargetGroup[]> {
  return db
    .selectFrom('target_group')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size)
    .execute();
}

export async function countTargetGroups(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('target_group')
    .select((group) => group.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewTargetGroup {
  name: string;
  type: TargetGroupType;
  contact_filter_id: number;
  author: string;
  /** By default true. */
  made_by_sender?: boolean;
}

/** Id of the new group; undefined when the name is taken. */
export async function insertTargetGroup(db: Db, accountId: number, group: NewTargetGroup): Promise<number | undefined> {
  const row = await db
    .insertInto('target_group')
    .values({ account_id: accountId, ...group })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns `false` if another group has the name; the transaction is lost then. */
export async function renameTargetGroup(db: Db, { account_id, id }: TargetGroup, name: string): Promise<boolean> {
  try {
    await db
      .updateTable('target_group')
      .set({ name, updated_at: sql<Date>`now()` })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (violates(error, 'target_group_account_id_name_key')) return false;
    throw error;
  }
}

/** Mailings that are not sent to anybody yet lose the group. */
export async function deleteTargetGroup(db: Db, { account_id, id }: TargetGroup): Promise<void> {
  await db.deleteFrom('target_group').where('account_id', '=', account_id).where('id', '=', id).execute();
}

/** Reports whether a filter has target groups. */
export async function hasTargetGroups(
  db: Db,
  { account_id, id }: { account_id: number; id: number },
): Promise<boolean> {
  const group = await db
    .selectFrom('target_group')
    .select('id')
    .where('account_id', '=', account_id)
    .where('contact_filter_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return group !== undefined;
}
