import type { Db } from '../../platform/database/schema.ts';
import { findTypes, type NewTransactionType } from './types.ts';

/** Settings of a type that can change; its attributes can only become more. */
export type TypeChange = Pick<NewTransactionType, 'name' | 'description' | 'archivingDays' | 'attributes'>;

/**
 * Changes a type and adds the attributes that it does not have. To be called in a transaction.
 * @returns `false` if another type has the name
 */
export async function changeType(
  db: Db,
  accountId: number,
  id: number,
  { name, description, archivingDays, attributes }: TypeChange,
): Promise<boolean> {
  const [holder] = await findTypes(db, accountId, { names: [name] });
  if (holder !== undefined && holder.id !== id) return false;
  await db
    .updateTable('transaction_type')
    .set({ name, description, archiving_days: archivingDays })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  const rows = attributes.map((attribute) => ({ account_id: accountId, type_id: id, ...attribute }));
  // Of two requests that add the same attribute, the second one finds it.
  if (rows.length > 0)
    await db
      .insertInto('transaction_attribute')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return true;
}
