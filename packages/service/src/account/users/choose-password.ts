import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { hashPassword, isPassword } from './password.ts';
import { endUserSessions } from './sessions.ts';
import { findSiblingHash, setPassword, type User } from './store.ts';
import { deleteUserTokens, findTokenUser, takeToken } from './tokens.ts';

/** Sets the password of a link, which is used up with it, and ends all sessions. `undefined` if the link is not valid. */
export async function choosePassword(db: Db, token: string, password: string): Promise<User | undefined> {
  const invited = await findTokenUser(db, token, ['invitation', 'reset']);
  const hash = await hashPassword(password, invited && (await findSiblingHash(db, invited)));
  return inTransaction(db, async (transaction) => {
    const user = await takeToken(transaction, token, ['invitation', 'reset']);
    if (user !== undefined) await replacePassword(transaction, user, hash);
    return user;
  });
}

/** Changes the password of somebody who knows the present one, and ends all sessions. */
export async function changePassword(db: Db, user: User, current: string, next: string): Promise<boolean> {
  if (!(await isPassword(current, user.password_hash))) return false;
  const hash = await hashPassword(next, await findSiblingHash(db, user));
  await inTransaction(db, (transaction) => replacePassword(transaction, user, hash));
  return true;
}

async function replacePassword(db: Db, user: User, hash: string): Promise<void> {
  await setPassword(db, user, hash);
  await deleteUserTokens(db, user.account_id, user.id);
  await endUserSessions(db, user.account_id, user.id);
}
