import type { Db } from '../platform/database/schema.ts';
import { type Account, openAccount } from './account.ts';

/** Returns an account as it is now, and keeps others from changing it until the transaction ends. */
export async function lockAccount(db: Db, id: number): Promise<Account> {
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return openAccount(db, row);
}

/** Sets whether regular mailings of the account are only sent after approval. */
export async function demandApproval(db: Db, accountId: number, demands_approval: boolean): Promise<void> {
  await db.updateTable('account').set({ demands_approval }).where('id', '=', accountId).execute();
}

/** Sets above how many recipients sendouts need two users. Returns the limit until now. */
export async function setSignOffLimit(db: Db, accountId: number, above: number | null): Promise<number | null> {
  const former = await db
    .selectFrom('account')
    .select('sign_off_above')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db.updateTable('account').set({ sign_off_above: above }).where('id', '=', accountId).execute();
  return former.sign_off_above;
}

/** Sets whether users need a second factor. Returns whether they did until now. */
export async function demandSecondFactor(db: Db, accountId: number, demands_second_factor: boolean): Promise<boolean> {
  const former = await db
    .selectFrom('account')
    .select('demands_second_factor')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db.updateTable('account').set({ demands_second_factor }).where('id', '=', accountId).execute();
  return former.demands_second_factor;
}

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
