import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { TableOfAccounts } from './tables.ts';

/** Writers of other accounts are waited for this long at a time, because others wait behind whoever waits for them. */
const lockMillis = 500;
const attempts = 60;
/** A lock that is not available, and a deadlock with writers who take numbers in another order. */
const contended = ['55P03', '40P01'];

/**
 * Lets new rows have numbers behind those of the account, in the caller's transaction. Everybody who wants a number waits
 * from here on until its end: make it the last step. `setval` would outlive a rollback, `alter sequence` does not.
 */
export async function passNumbers(db: Db, tables: readonly TableOfAccounts[], accountId: number): Promise<void> {
  const taken: [sequence: string, number: number][] = [];
  for (const { name, owner, numbered } of tables) {
    if (numbered === undefined) continue;
    const { rows } = await sql<{ most: number | null }>`
      select max(${sql.id(numbered.column)}) as most from ${sql.table(name)}
      where ${sql.id(owner)} = ${accountId}`.execute(db);
    const most = rows[0]!.most;
    if (most !== null) taken.push([numbered.sequence, most]);
  }
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint numbers`.execute(db);
    try {
      await sql`select set_config('lock_timeout', ${`${lockMillis}ms`}, true)`.execute(db);
      for (const [sequence, number] of taken) await passNumber(db, sequence, number);
      return;
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } };
      if (!contended.includes((code ?? cause?.code)!) || attempt === attempts) throw error;
      await sql`rollback to savepoint numbers`.execute(db);
    }
  }
}

async function passNumber(db: Db, sequence: string, number: number): Promise<void> {
  if ((await nextNumber(db, sequence)) > number) return;
  // Changes nothing, but holds the lock, so that nobody takes a number until the end.
  await sql`alter sequence ${sql.raw(sequence)} no cycle`.execute(db);
  if ((await nextNumber(db, sequence)) > number) return;
  await sql`alter sequence ${sql.raw(sequence)} restart with ${sql.lit(number + 1)}`.execute(db);
}

async function nextNumber(db: Db, sequence: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select last_value + is_called::int as next from ${sql.raw(sequence)}`.execute(db);
  return rows[0]!.next;
}
