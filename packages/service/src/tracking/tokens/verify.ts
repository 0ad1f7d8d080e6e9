import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import type { Db } from '../../platform/database/schema.ts';
import { validSecret } from './keys.ts';
import { readToken } from './read-token.ts';
import type { TokenContent } from './token.ts';

/** Characters behind an address that mail programs take for a part of it. A token has some of them, too. */
const behindAddresses = /[^A-Za-z0-9-]/;

/** The token without such characters at its end. */
function withoutEnd(token: string): string {
  let end = token.length;
  while (end > 0 && behindAddresses.test(token[end - 1]!)) end--;
  return token.slice(0, end);
}

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
  const verify: VerifyToken = async (token) => {
    const read = readToken(token);
    const secret = read && (await findSecret(read.accountId, read.keyNumber));
    return secret && read!.verify(secret);
  };
  return async (token) => {
    const content = await verify(token);
    const shorter = withoutEnd(token);
    return content === undefined && shorter !== token ? verify(shorter) : content;
  };
}

/** Finds the secrets of valid keys, those asked for lately in memory. */
export function rememberedSecrets(db: Db, now?: () => number) {
  // The monotonic clock: setting the system time changes nothing.
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
