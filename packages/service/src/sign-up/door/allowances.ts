import { sql } from 'kysely';
import { readPresent } from '../../platform/database/present.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { takeFromLimits, type UsageLimit } from '../../platform/network/usage-limits.ts';
import type { SignUpForm } from '../forms/store.ts';
import { formKey, isAttacked } from './allowance.ts';

/** Takes a sign-up out of the limits of all processes. Returns the milliseconds to wait if one of them is used up. */
export async function takeAllowance(db: Db, accountId: number, limits: readonly UsageLimit[]): Promise<number> {
  return retrying(() =>
    db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('sign-up', ${accountId}))`.execute(transaction);
      const keys = limits.map(({ key }) => key);
      const rows = await transaction
        .selectFrom('sign_up_allowance')
        .select(['key', 'used_until'])
        .where('account_id', '=', accountId)
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .execute();
      const used = new Map(rows.map(({ key, used_until }) => [key, used_until.getTime()]));
      const taken = takeFromLimits(limits, used, (await readPresent(transaction)).getTime());
      if ('waitMillis' in taken) return taken.waitMillis;
      await storeAllowances(transaction, accountId, taken.granted);
      return 0;
    }),
  );
}

async function storeAllowances(db: Db, accountId: number, usedUntil: ReadonlyMap<string, number>): Promise<void> {
  await db
    .insertInto('sign_up_allowance')
    .values(Array.from(usedUntil, ([key, time]) => ({ account_id: accountId, key, used_until: new Date(time) })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet({ used_until: sql<Date>`excluded.used_until` }),
    )
    .execute();
}

/** Reports whether a form gets so many sign-ups that browsers must solve a proof of work. */
export async function isFormAttacked(db: Db, form: SignUpForm): Promise<boolean> {
  const row = await db
    .selectFrom('sign_up_allowance')
    .select('used_until')
    .where('account_id', '=', form.account_id)
    .where('key', '=', formKey(form))
    .executeTakeFirst();
  return row !== undefined && isAttacked(row.used_until.getTime(), (await readPresent(db)).getTime());
}

/** Deletes rows of limits of which nothing is used any more. */
export async function deleteUnusedAllowances(db: Db): Promise<void> {
  await db.deleteFrom('sign_up_allowance').where('used_until', '<', sql<Date>`now()`).execute();
}
