import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { sendSignal } from '../../platform/database/signals.ts';
import { hashToken } from '../../platform/http/link-token.ts';
import { generateKey } from '../keys/key.ts';
import { findUserOfKey, insertKey } from '../keys/store.ts';
import { findUserOfSession, idleMinutes, insertSession, type SessionName, sessionHours } from '../sessions/store.ts';
import { findUser, type User } from './store.ts';

/**
 * Opens a session of a user, with a key of its own that has the rights of the user's role.
 * @param byProvider whether the provider of identities has let the user in
 */
export async function openUserSession(
  db: Db,
  user: User,
  remoteAddress: string,
  byProvider = false,
): Promise<SessionName> {
  const key = generateKey();
  const keyId = await insertKey(db, user.account_id, key, {
    label: 'session',
    rights: ['get'],
    creator: user.name,
    expires_at: await sessionEnd(db),
    user_id: user.id,
    by_provider: byProvider,
  });
  if ((await findUserOfKey(db, user.account_id, keyId)) === undefined)
    throw new Error(`User ${user.id} of account ${user.account_id} may not sign in`);
  return insertSession(db, { account: { id: user.account_id }, keyId }, key, remoteAddress);
}

async function sessionEnd(db: Db): Promise<Date> {
  const { rows } = await sql<{ end: Date }>`select now() + make_interval(hours => ${sessionHours}) as end`.execute(db);
  return rows[0]!.end;
}

/** A session as its user sees it. */
export interface UserSession {
  id: number;
  openedAt: Date;
  seenAt: Date;
  expiresAt: Date;
  network: string | null;
  /** Whether it is the one that was asked about. */
  current: boolean;
}

/** Sessions of a user that have neither ended nor idled out, the newest first. */
export async function listUserSessions(
  db: Db,
  accountId: number,
  userId: number,
  present?: SessionName,
): Promise<UserSession[]> {
  const hash = present === undefined ? null : hashToken(present.token);
  return db
    .selectFrom('console_session')
    .innerJoin('api_key', (join) =>
      join.onRef('api_key.account_id', '=', 'console_session.account_id').onRef('api_key.id', '=', 'key_id'),
    )
    .select([
      'console_session.id',
      'opened_at as openedAt',
      'seen_at as seenAt',
      'console_session.expires_at as expiresAt',
      'network',
    ])
    .select(sql<boolean>`coalesce(token_hash = ${hash}::bytea, false)`.as('current'))
    .where('console_session.account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('console_session.expires_at', '>', sql<Date>`now()`)
    .where('seen_at', '>', sql<Date>`now() - make_interval(mins => ${idleMinutes})`)
    .orderBy('console_session.id', 'desc')
    .limit(1000)
    .execute();
}

/** Ends the sessions of a user, or one of them: their keys are revoked, and copies of their cookies are not valid any more. */
export async function endUserSessions(db: Db, accountId: number, userId: number, only?: number): Promise<void> {
  await sql`
    with ended as (
      delete from console_session using api_key
      where console_session.account_id = ${accountId} and api_key.account_id = ${accountId}
        and api_key.id = key_id and user_id = ${userId}
        and (${only ?? null}::int8 is null or console_session.id = ${only ?? null}::int8)
      returning key_id
    )
    update api_key set revoked_at = now()
    where account_id = ${accountId} and id in (select key_id from ended)`.execute(db);
  await sendSignal(db, 'keys');
}

/** A user, and whether nothing is open until a second factor is set up. */
export interface SessionUser {
  user: User;
  lacksFactor: boolean;
}

/** Returns whose session it is; `undefined` if it has ended, or belongs to an API key. */
export async function findSessionUser(db: Db, name: SessionName): Promise<SessionUser | undefined> {
  const found = await findUserOfSession(db, name);
  if (found === undefined || found.userId === null) return undefined;
  const user = await findUser(db, name.accountId, found.userId);
  return user && { user, lacksFactor: found.lacksFactor };
}
