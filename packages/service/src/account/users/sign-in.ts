import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { forgetAttempts, type HeldBack, takeAttempt } from './attempts.ts';
import { findFittingHash } from './password.ts';
import { findUsersByEmail, type User } from './store.ts';

/** Result of an attempt. A refusal is the same for unknown addresses, wrong passwords, and users who may not sign in. */
export type SignInResult = { user: User } | { refused: true } | HeldBack;

/** Checks a password. Takes as long for unknown addresses and those of several accounts, and counts attempts with them alike. */
export async function checkPassword(
  db: Db,
  { email, password }: { email: string; password: string },
  remoteAddress: string,
): Promise<SignInResult> {
  const folded = parseEmail(email.trim())?.folded ?? '';
  const attempt = { step: 'password', name: folded, remoteAddress } as const;
  const heldBack = await takeAttempt(db, attempt);
  if (heldBack !== undefined) return heldBack;
  const users = await retrying(() => findUsersByEmail(db, folded));
  const hash = await findFittingHash(
    hooksOf(db).passwordCost,
    password,
    users.map(({ password_hash }) => password_hash),
  );
  const user = users.find(({ password_hash }) => hash !== undefined && password_hash === hash);
  if (user !== undefined) {
    await forgetAttempts(db, attempt);
    return { user };
  }
  return { refused: true };
}
