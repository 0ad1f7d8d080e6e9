import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { hashToken } from '../../platform/http/link-token.ts';

const challengeMinutes = 5;
/** Longer than an answer of a provider of identities is taken. */
const spentMinutes = 60;

/** Stores a challenge that a browser may answer once, or another secret that works once. */
export async function storeChallenge(
  db: Db,
  challenge: string,
  purpose: string,
  minutes = challengeMinutes,
): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({ hash: hashToken(challenge), purpose, expires_at: inMinutes(minutes) })
    .execute();
}

/** Reports whether a challenge could be taken; changes nothing. */
export async function isStored(db: Db, challenge: string, purpose: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkey_challenge')
    .select('hash')
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reports whether a challenge was made for the purpose and not used yet. */
export async function takeChallenge(db: Db, challenge: string, purpose: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Marks a secret that was not stored before as used. Returns false if it was used already. */
export async function spendOnce(db: Db, secret: string, purpose: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey_challenge')
    .values({ hash: hashToken(secret), purpose, expires_at: inMinutes(spentMinutes) })
    .onConflict((spent) => spent.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Binds a secret to its first use for so many minutes. Returns false if it was used for something else; the same use may be
 * tried again.
 */
export async function bindOnce(db: Db, secret: string, use: string, minutes: number): Promise<boolean> {
  const hash = hashToken(secret);
  await db
    .insertInto('passkey_challenge')
    .values({ hash, purpose: use, expires_at: inMinutes(minutes) })
    .onConflict((bound) => bound.doNothing())
    .execute();
  const { purpose } = await db
    .selectFrom('passkey_challenge')
    .select('purpose')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return purpose === use;
}

/** Deletes challenges that have expired. */
export async function purgeChallenges(db: Db): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', sql<Date>`now()`).execute();
}

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;
