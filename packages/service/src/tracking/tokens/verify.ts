import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import type { Db } from '../../platform/database/schema.ts';
import { validSecret } from './keys.ts';
import { readToken, type TokenContent } from './token.ts';

/** Keys are kept in memory for so long, so that one that ended is good no longer than that. */
const memoryMillis = 60_000;
const maxKeys = 10_000;

/** Returns the verified content of a token, or `undefined` if the signature is wrong or the token has expired. */
export type VerifyToken = (token: string) => Promise<TokenContent | undefined>;

/**
 * Reads tokens, with the keys of those seen lately in memory.
 * @param now a virtual clock in place of that of the database, in milliseconds
 */
export function tokenVerifier(db: Db, now?: () => number): VerifyToken {
  const findSecret = rememberedSecrets(db, now);
  return async (token) => {
    const read = readToken(token);
    const secret = read && (await findSecret(read.accountId, read.keyNumber));
    return secret && read!.verify(secret);
  };
}

/** Finds the secrets of valid keys, those asked for lately in memory. */
export function rememberedSecrets(db: Db, now?: () => number) {
  // A clock that nobody sets.
  const clock = now ?? (() => performance.now());
  const known = new BoundedMap<string, { secret: Uint8Array; until: number }>(maxKeys);
  return async (accountId: number, keyNumber: number): Promise<Uint8Array | undefined> => {
    const name = `${accountId}/${keyNumber}`;
    const remembered = known.get(name);
    if (remembered && remembered.until > clock()) return remembered.secret;
    const secret = await validSecret(db, accountId, keyNumber, now && new Date(now()));
    known.delete(name);
    if (secret !== undefined) known.set(name, { secret, until: clock() + memoryMillis });
    return secret;
  };
}
