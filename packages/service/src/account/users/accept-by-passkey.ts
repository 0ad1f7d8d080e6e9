import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type PasskeyRefusal, type RelyingParty, registerPasskey } from './passkeys.ts';
import { activate, type User } from './store.ts';
import { deleteUserTokens, takeToken } from './tokens.ts';

/**
 * Accepts an invitation with a passkey in place of a password. Returns the user, why the passkey was refused, or `undefined` if the
 * link is not valid any more; only success uses the link up.
 */
export async function acceptByPasskey(
  db: Db,
  token: string,
  party: RelyingParty,
  response: string,
): Promise<{ user: User } | { refusal: PasskeyRefusal } | undefined> {
  try {
    return await inTransaction(db, async (transaction) => {
      const user = await takeToken(transaction, token, ['invitation']);
      if (user === undefined) return undefined;
      const refusal = await registerPasskey(transaction, user, party, { name: '', response });
      if (refusal !== undefined) throw new Refused(refusal);
      await activate(transaction, user);
      await deleteUserTokens(transaction, user.account_id, user.id);
      return { user };
    });
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}

/** Takes back what the transaction has done. */
class Refused extends Error {
  readonly refusal: PasskeyRefusal;

  constructor(refusal: PasskeyRefusal) {
    super();
    this.refusal = refusal;
  }
}
