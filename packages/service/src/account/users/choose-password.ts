import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import { hashPassword, isPassword } from './password.ts';
import { endUserSessions } from './sessions.ts';
import { findSiblingHash, setPassword, type User } from './store.ts';
import { deleteUserTokens, findTokenUser, takeToken } from './tokens.ts';

/** Sets the password of a link, which is used up with it, and ends all sessions. `undefined` if the link is not valid. */
export async function choosePassword(db: Db, token: string, password: string): Promise<User | undefined> {
  const invited = await findTokenUser(db, token, ['invitation', 'reset']);
  const hash = await hashPassword(hooksOf(db).passwordCost, password, invited && (await findSiblingHash(db, invited)));
  return inTransaction(db, async (transaction) => {
    const user = await takeToken(transaction, token, ['invitation', 'reset']);
    if (user !== undefined) await replacePassword(transaction, user, hash);
    return user;
  });
}

/** Reports whether a user has a password. Takes as long for a user who has none. */
export const hasPassword = (db: Db, user: User, password: string): Promise<boolean> =>
  isPassword(hooksOf(db).passwordCost, password, user.password_hash);

/** Changes the password of somebody who knows the present one, and ends all sessions. */
export async function changePassword(db: Db, user: User, current: string, next: string): Promise<boolean> {
  if (!(await hasPassword(db, user, current))) return false;
  const hash = await hashPassword(hooksOf(db).passwordCost, next, await findSiblingHash(db, user));
  await inTransaction(db, (transaction) => replacePassword(transaction, user, hash));
  return true;
}

async function replacePassword(db: Db, user: User, hash: string): Promise<void> {
  await setPassword(db, user, hash);
  await deleteUserTokens(db, user.account_id, user.id);
  await endUserSessions(db, user.account_id, user.id);
}
