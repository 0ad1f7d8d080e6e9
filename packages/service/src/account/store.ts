import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Account } from './account.ts';

type Db = Kysely<Schema>;

export async function insertAccount(db: Db, account: { name: string; domain: string }): Promise<number> {
  const row = await db.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function findAccount(db: Db, id: number): Promise<Account> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** All accounts, the oldest first. */
export async function listAccounts(db: Db): Promise<Account[]> {
  return db.selectFrom('account').selectAll().orderBy('id').execute();
}
