import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import type { Db } from '../../platform/database/schema.ts';
import { validSecret } from './keys.ts';
import { readToken, type TokenContent } from './token.ts';

/** Keys are kept in memory for so long, so that one that ended is good no longer than that. */
const memoryMillis = 60_000;
const maxKeys = 10_000;

/** Returns the verified content of a token, or `undefined` if the signature is wrong or the token has expired. */
export type VerifyToken = (token: string) => Promise<TokenContent | undefined>;

/** Reads tokens, with the keys of those seen lately in memory. */
export function tokenVerifier(db: Db, now: () => number = Date.now): VerifyToken {
  const known = new BoundedMap<string, { secret: Uint8Array; until: number }>(maxKeys);
  return async (token) => {
    const read = readToken(token);
    if (read === undefined) return undefined;
    const name = `${read.accountId}/${read.keyNumber}`;
    const remembered = known.get(name);
    if (remembered && remembered.until > now()) return read.verify(remembered.secret);
    const secret = await validSecret(db, read.accountId, read.keyNumber, new Date(now()));
    known.delete(name);
    if (secret === undefined) return undefined;
    known.set(name, { secret, until: now() + memoryMillis });
    return read.verify(secret);
  };
}
