import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import { findHolderOfKey, type KeyHolder } from '../keys/store.ts';

/** Hours for which a session is valid. */
export const sessionHours = 12;

/** A session as its cookie names it. */
export interface SessionName {
  accountId: number;
  token: string;
}

/** Opens a session of a key. Only a hash of the token is stored. */
export async function insertSession(db: Db, { account, keyId }: KeyHolder): Promise<SessionName> {
  const { token, hash } = newToken();
  await db
    .insertInto('console_session')
    .values({
      account_id: account.id,
      token_hash: hash,
      key_id: keyId,
      expires_at: sql<Date>`now() + make_interval(hours => ${sessionHours})`,
    })
    .execute();
  return { accountId: account.id, token };
}

/** Returns the holder of the session's key, or undefined if the session or the key has ended. */
export async function findSessionHolder(db: Db, { accountId, token }: SessionName): Promise<KeyHolder | undefined> {
  const session = await db
    .selectFrom('console_session')
    .select('key_id')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return session && findHolderOfKey(db, accountId, session.key_id);
}

export async function deleteSession(db: Db, { accountId, token }: SessionName): Promise<void> {
  await db
    .deleteFrom('console_session')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hashToken(token))
    .execute();
}

/** Deletes sessions that have expired, so many at once. Returns whether there were so many. */
export async function purgeSessions(db: Db, atOnce: number): Promise<boolean> {
  const { rows } = await sql`
    delete from console_session
    where (account_id, token_hash) in (
      select account_id, token_hash from console_session
      where expires_at < now()
      order by expires_at
      limit ${atOnce}
      for update skip locked)
    returning account_id`.execute(db);
  return rows.length === atOnce;
}
