import type { Db } from '../../platform/database/schema.ts';
import type { ContactCondition } from './store.ts';

/** Reports whether more than so many contacts fulfil a condition. */
export async function hasMoreContacts(
  db: Db,
  accountId: number,
  condition: ContactCondition,
  count: number,
): Promise<boolean> {
  const oneMore = await db
    .selectFrom('contact')
    .select('id')
    .where('account_id', '=', accountId)
    .where(condition)
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  return oneMore !== undefined;
}
