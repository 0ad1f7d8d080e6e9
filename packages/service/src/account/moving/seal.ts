import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { TableOfAccounts } from './tables.ts';

/** Writers of a table are waited for this long at a time, because others wait behind whoever waits for them. */
const lockMillis = 2000;
const attempts = 30;
const lockNotAvailable = '55P03';

/** Begins to seal an account: no job and no mail of it is started any more. */
export async function beginSeal(db: Db, accountId: number): Promise<void> {
  await db.updateTable('account').set({ sealed_at: sql<Date>`now()` }).where('id', '=', accountId).execute();
}

/** Refuses all changes of rows of the account from now on; those that had begun are waited for. */
export async function fence(db: Db, tables: readonly TableOfAccounts[], accountId: number): Promise<void> {
  for (const table of tables) await withinLock(db, createTriggers(table, accountId));
}

/** Permits changes again. */
export async function unseal(db: Db, tables: readonly TableOfAccounts[], accountId: number): Promise<void> {
  await dropFence(db, tables, accountId);
  await endSeal(db, accountId);
}

export async function dropFence(db: Db, tables: readonly TableOfAccounts[], accountId: number): Promise<void> {
  for (const { name } of tables)
    await withinLock(db, [
      sql`drop trigger if exists ${sql.id(`sealed_${accountId}_written`)} on ${sql.table(name)}`,
      sql`drop trigger if exists ${sql.id(`sealed_${accountId}_deleted`)} on ${sql.table(name)}`,
    ]);
}

export async function endSeal(db: Db, accountId: number): Promise<void> {
  await db.updateTable('account').set({ sealed_at: null }).where('id', '=', accountId).execute();
}

function createTriggers({ name, owner }: TableOfAccounts, accountId: number) {
  const number = sql.lit(accountId);
  return [
    sql`create or replace trigger ${sql.id(`sealed_${accountId}_written`)} before insert or update on ${sql.table(name)}
      for each row when (new.${sql.id(owner)} = ${number}) execute function refuse_sealed_writes()`,
    sql`create or replace trigger ${sql.id(`sealed_${accountId}_deleted`)} before delete on ${sql.table(name)}
      for each row when (old.${sql.id(owner)} = ${number}) execute function refuse_sealed_writes()`,
  ];
}

async function withinLock(db: Db, statements: ReturnType<typeof sql>[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        await sql`select set_config('lock_timeout', ${`${lockMillis}ms`}, true)`.execute(transaction);
        for (const statement of statements) await statement.execute(transaction);
      });
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } };
      if (![code, cause?.code].includes(lockNotAvailable) || attempt === attempts) throw error;
    }
  }
}
