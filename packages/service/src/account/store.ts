import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { Account } from './account.ts';
import { addSenderDomains } from './sender-domains/store.ts';

/** Inserts an account, to which its domain belongs. */
export async function insertAccount(db: Db, account: { name: string; domain: string }): Promise<number> {
  const { id } = await db.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow();
  await addSenderDomains(db, id, [account.domain], 'given');
  return id;
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

export async function closeAccount(db: Db, id: number): Promise<void> {
  await db.updateTable('account').set({ closed_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** The condition that an account is neither closed nor sealed, by the expression of its id. */
export const isOpen = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from account where account.id = ${id} and closed_at is null and sealed_at is null)`;
