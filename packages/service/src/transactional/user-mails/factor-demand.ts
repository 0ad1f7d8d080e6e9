import { type Account, accountSettings, users } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { sendFactorDemand } from './mails.ts';

/**
 * Sets whether the users of an account need a second factor, and tells every administrator (docs/decisions/sign-in.md). Returns
 * false if nothing changes. Works in the caller's transaction; the caller wakes the worker.
 * @param actor name of the user or key, or `null` for an operator of the service
 */
export async function changeFactorDemand(
  db: Db,
  account: Account,
  { demanded, actor }: { demanded: boolean; actor: string | null },
  publicUrl: string,
): Promise<boolean> {
  if ((await accountSettings.demandSecondFactor(db, account.id, demanded)) === demanded) return false;
  for (const user of await users.listActiveUsers(db, account.id, ['administrator']))
    await sendFactorDemand(db, account, user, { actor, demanded }, publicUrl);
  return true;
}
