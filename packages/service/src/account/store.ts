import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { Account } from './account.ts';

export async function insertAccount(db: Db, account: { name: string; domain: string }): Promise<number> {
  const row = await db.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function findAccount(db: Db, id: number): Promise<Account> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findAccountById(db: Db, id: number): Promise<Account | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All accounts, the oldest first. */
export async function listAccounts(db: Db): Promise<Account[]> {
  return db.selectFrom('account').selectAll().orderBy('id').execute();
}

/** Sets whether regular mailings of the account are only sent after approval. */
export async function demandApproval(db: Db, accountId: number, demands_approval: boolean): Promise<void> {
  await db.updateTable('account').set({ demands_approval }).where('id', '=', accountId).execute();
}

export async function closeAccount(db: Db, id: number): Promise<void> {
  await db.updateTable('account').set({ closed_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** The condition that an account is not closed, by the expression of its id. */
export const isOpen = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from account where account.id = ${id} and closed_at is null)`;

export async function renameAccount(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('account').set({ name }).where('id', '=', id).execute();
}

/** False when there is no such time zone. */
export async function setTimeZone(db: Db, accountId: number, timeZone: string): Promise<boolean> {
  try {
    await db.updateTable('account').set({ time_zone: timeZone }).where('id', '=', accountId).execute();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '22023') return false;
    throw error;
  }
}
