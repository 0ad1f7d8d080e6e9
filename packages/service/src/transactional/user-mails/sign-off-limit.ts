import { type Account, accountSettings, users } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { sendLimitChange } from './mails.ts';

/**
 * Sets above how many recipients sendouts need two users, and tells every administrator (docs/decisions/sendouts.md). Returns
 * false if it is the limit already. Works in the caller's transaction; the caller wakes the worker.
 * @param actor name of the user or key, or `null` for an operator of the service
 */
export async function changeSignOffLimit(
  db: Db,
  account: Account,
  { above, actor }: { above: number | null; actor: string | null },
  publicUrl: string,
): Promise<boolean> {
  const before = await accountSettings.setSignOffLimit(db, account.id, above);
  if (before === above) return false;
  for (const user of await users.listActiveUsers(db, account.id, ['administrator']))
    await sendLimitChange(db, account, user, { actor, before, after: above }, publicUrl);
  return true;
}
