import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import { truncatedAddress } from '../../platform/network/remote-address.ts';
import { findHolderOfKey, findUserOfKey, type KeyHolder } from '../keys/store.ts';
import { openSealedKey, sealKey } from './sealed-key.ts';

/** Hours for which a session is valid. */
export const sessionHours = 12;
/** Minutes without a request after which a session ends. */
export const idleMinutes = 60;

/** A session as its cookie names it. */
export interface SessionName {
  accountId: number;
  token: string;
}

/** Opens a session of a key. Only a hash of the token is stored, and the key sealed with it. */
export async function insertSession(
  db: Db,
  { account, keyId }: { account: { id: number }; keyId: number },
  key: string,
  remoteAddress: string,
): Promise<SessionName> {
  const { token, hash } = newToken();
  await db
    .insertInto('console_session')
    .values({
      account_id: account.id,
      token_hash: hash,
      key_id: keyId,
      sealed_key: sealKey(key, token),
      network: truncatedAddress(remoteAddress),
      expires_at: sql<Date>`now() + make_interval(hours => ${sessionHours})`,
    })
    .execute();
  return { accountId: account.id, token };
}

/** Returns the holder of the session's key, or undefined if the session or the key has ended. */
export async function findSessionHolder(db: Db, name: SessionName): Promise<KeyHolder | undefined> {
  const session = await findSession(db, name);
  return session && findHolderOfKey(db, name.accountId, session.key_id);
}

/** Returns the user of a session, who may have to set up a second factor; undefined if the session or its key has ended. */
export async function findUserOfSession(db: Db, name: SessionName) {
  const session = await findSession(db, name);
  return session && findUserOfKey(db, name.accountId, session.key_id);
}

/** Returns the key of a session, or undefined if the session has ended. Whether the key is still valid is for its user. */
export async function findSessionKey(db: Db, name: SessionName): Promise<string | undefined> {
  const session = await findSession(db, name);
  return session?.sealed_key ? openSealedKey(session.sealed_key, name.token) : undefined;
}

async function findSession(db: Db, { accountId, token }: SessionName) {
  const session = await db
    .selectFrom('console_session')
    .select(['key_id', 'sealed_key', sql<boolean>`seen_at < now() - interval '1 minute'`.as('outdated')])
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('seen_at', '>', sql<Date>`now() - make_interval(mins => ${idleMinutes})`)
    .executeTakeFirst();
  if (session?.outdated) await noteUse(db, { accountId, token });
  return session;
}

/** A database that takes no changes must not keep people from reading: their sessions only end sooner. */
async function noteUse(db: Db, { accountId, token }: SessionName): Promise<void> {
  await db
    .updateTable('console_session')
    .set({ seen_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hashToken(token))
    .execute()
    .catch(() => {});
}

/** Ends a session, and the key of a user's session with it. */
export async function deleteSession(db: Db, { accountId, token }: SessionName): Promise<void> {
  await sql`
    with ended as (
      delete from console_session where account_id = ${accountId} and token_hash = ${hashToken(token)} returning key_id
    )
    update api_key set revoked_at = now()
    where account_id = ${accountId} and id in (select key_id from ended) and user_id is not null`.execute(db);
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

/** Deletes keys of sessions that ended two days ago, longer than Idempotency-Keys are kept. Returns whether there were so many. */
export async function purgeSessionKeys(db: Db, atOnce: number): Promise<boolean> {
  const { rows } = await sql`
    delete from api_key
    where (account_id, id) in (
      select account_id, id from api_key
      where user_id is not null and expires_at < now() - interval '2 days'
      order by expires_at
      limit ${atOnce}
      for update skip locked)
    returning account_id`.execute(db);
  return rows.length === atOnce;
}
