import type { Db } from '../../platform/database/schema.ts';
import type { CustomFieldType } from '../contacts/custom-fields.ts';

/** False when the account has a custom field of that name. */
export async function insertCustomField(
  db: Db,
  accountId: number,
  name: string,
  type: CustomFieldType,
): Promise<boolean> {
  const row = await db
    .insertInto('custom_field')
    .values({ account_id: accountId, name, type })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Reports whether the account has the field; if so, it stays as it is until the transaction ends. */
export async function lockCustomField(db: Db, accountId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('custom_field')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a field another name, which must be free. Values and rules know the field by its id. */
export async function renameField(db: Db, accountId: number, from: string, to: string): Promise<void> {
  await db
    .updateTable('custom_field')
    .set({ name: to })
    .where('account_id', '=', accountId)
    .where('name', '=', from)
    .execute();
}

/** Deletes a field; its values must be cleared. */
export async function deleteField(db: Db, accountId: number, id: number): Promise<void> {
  await db.deleteFrom('custom_field').where('account_id', '=', accountId).where('id', '=', id).execute();
}
