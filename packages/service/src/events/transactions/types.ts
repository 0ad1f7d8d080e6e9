import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { AttributeType, TransactionTypeTable } from '../tables.ts';

export interface Attribute {
  id: number;
  name: string;
  type: AttributeType;
  required: boolean;
  description: string | null;
}

export type TransactionType = Selectable<TransactionTypeTable> & { attributes: Attribute[] };

export interface NewTransactionType {
  name: string;
  description: string | null;
  archivingDays: number | null;
  storeOnly: boolean;
  attributes: Omit<Attribute, 'id'>[];
}

/** Id of the new type; undefined when the name is taken. */
export async function insertType(db: Db, accountId: number, type: NewTransactionType): Promise<number | undefined> {
  const { name, description, archivingDays: archiving_days, storeOnly: store_only, attributes } = type;
  const row = await db
    .insertInto('transaction_type')
    .values({ account_id: accountId, name, description, archiving_days, store_only })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const rows = attributes.map((attribute) => ({ account_id: accountId, type_id: row.id, ...attribute }));
  if (rows.length > 0) await db.insertInto('transaction_attribute').values(rows).execute();
  return row.id;
}

/** Types by their ids or names, each with its attributes in the order in which they were given. */
export async function findTypes(
  db: Db,
  accountId: number,
  { ids = [], names = [] }: { ids?: readonly number[]; names?: readonly string[] },
): Promise<TransactionType[]> {
  const types = await db
    .selectFrom('transaction_type')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(id = any(${ids}::int8[]) or name = any(${names}::text[]))`)
    .execute();
  return withAttributes(db, accountId, types);
}

/** One page of types by id. */
export async function listTypes(
  db: Db,
  accountId: number,
  page: { page_size: number; page_index: number },
): Promise<TransactionType[]> {
  const types = await db
    .selectFrom('transaction_type')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size)
    .execute();
  return withAttributes(db, accountId, types);
}

async function withAttributes(db: Db, accountId: number, types: Selectable<TransactionTypeTable>[]) {
  if (types.length === 0) return [];
  const attributes = await db
    .selectFrom('transaction_attribute')
    .select(['type_id', 'id', 'name', 'type', 'required', 'description'])
    .where('account_id', '=', accountId)
    .where(
      'type_id',
      'in',
      types.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  return types.map((type) => ({
    ...type,
    attributes: attributes.filter(({ type_id }) => type_id === type.id).map(({ type_id: _, ...rest }) => rest),
  }));
}

export async function countTypes(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('transaction_type')
    .select((type) => type.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes a type, whose transactions must be gone: these are deleted some at a time. */
export async function deleteType(db: Db, accountId: number, id: number): Promise<void> {
  await db.deleteFrom('transaction_type').where('account_id', '=', accountId).where('id', '=', id).execute();
}
