import type { Kysely, Selectable } from 'kysely';
import type { Schema, TargetGroupTable, TargetGroupType } from '../db/schema.ts';

export type TargetGroup = Selectable<TargetGroupTable>;
type Db = Kysely<Schema>;

export async function findTargetGroup(db: Db, accountId: number, id: number): Promise<TargetGroup | undefined> {
  return db
    .selectFrom('target_group')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface NewTargetGroup {
  name: string;
  type: TargetGroupType;
  contact_filter_id: number;
  author: string;
  count_contacts: number;
  count_active_contacts: number;
}

/** Id of the new group, whose counts are those of now; undefined when the name is taken. */
export async function insertTargetGroup(db: Db, accountId: number, group: NewTargetGroup): Promise<number | undefined> {
  const row = await db
    .insertInto('target_group')
    .values({ account_id: accountId, ...group, state: 'uptodate', evaluated_at: new Date() })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
