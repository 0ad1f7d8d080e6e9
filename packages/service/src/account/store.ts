import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../platform/database/in-transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import { secretsOf } from '../platform/secrets/box.ts';
import { type Account, openAccount } from './account.ts';
import { accountSecret } from './secrets/columns.ts';
import { addSenderDomains } from './sender-domains/store.ts';

/** Inserts an account, to which its domain belongs. */
export async function insertAccount(db: Db, { name, domain }: { name: string; domain: string }): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const { id } = await transaction
      .insertInto('account')
      .values({ name, domain })
      .returning('id')
      .executeTakeFirstOrThrow();
    // An encrypted value names its row, so it takes the place of the default.
    const secret = secretsOf(db).seal(accountSecret, { account: id, row: id }, randomBytes(32));
    await transaction.updateTable('account').set({ secret }).where('id', '=', id).execute();
    await addSenderDomains(transaction, id, [domain], 'given');
    return id;
  });
}

export async function findAccount(db: Db, id: number): Promise<Account> {
  return openAccount(db, await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

export async function findAccountById(db: Db, id: number): Promise<Account | undefined> {
  const row = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
  return row && openAccount(db, row);
}

/** All accounts, the oldest first. */
export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await db.selectFrom('account').selectAll().orderBy('id').execute();
  return rows.map((row) => openAccount(db, row));
}

export async function closeAccount(db: Db, id: number): Promise<void> {
  await db.updateTable('account').set({ closed_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** The condition that an account is neither closed nor sealed, by the expression of its id. */
export const isOpen = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from account where account.id = ${id} and closed_at is null and sealed_at is null)`;
