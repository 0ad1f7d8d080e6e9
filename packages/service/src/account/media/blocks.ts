import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** Most blocks that an account saves; people choose one of a list. */
export const mostBlocks = 200;

/** A saved block, without its MJML. */
export interface SavedBlock {
  id: number;
  name: string;
  created_at: Date;
  /** Of the MJML. */
  bytes: number;
}

const columns = ['id' as const, 'name' as const, 'created_at' as const, sql<number>`octet_length(mjml)`.as('bytes')];

/** Saved blocks of the account, by name. */
export const listBlocks = (db: Db, accountId: number): Promise<SavedBlock[]> =>
  db
    .selectFrom('saved_block')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

/** Finds a block of the account. */
export const findBlock = (
  db: Db,
  accountId: number,
  id: number,
): Promise<(SavedBlock & { mjml: string }) | undefined> =>
  db
    .selectFrom('saved_block')
    .select([...columns, 'mjml'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Stores a block. Returns `undefined` if another one has the name. */
export const insertBlock = (
  db: Db,
  accountId: number,
  block: { name: string; mjml: string },
): Promise<SavedBlock | undefined> =>
  db
    .insertInto('saved_block')
    .values({ account_id: accountId, ...block })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning(columns)
    .executeTakeFirst();

/** Renames a block, if no other one has the name. */
export async function renameBlock(
  db: Db,
  accountId: number,
  id: number,
  name: string,
): Promise<'renamed' | 'taken' | 'missing'> {
  const blocks = await listBlocks(db, accountId);
  if (!blocks.some((block) => block.id === id)) return 'missing';
  if (blocks.some((block) => block.id !== id && block.name === name)) return 'taken';
  await db.updateTable('saved_block').set({ name }).where('account_id', '=', accountId).where('id', '=', id).execute();
  return 'renamed';
}

/** Returns `false` if the account has no such block. */
export async function deleteBlock(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_block')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
