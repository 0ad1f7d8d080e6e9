import { timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type Account, openAccount } from '../account.ts';
import type { ApiKeyTable, Privilege, Right, Role } from '../tables.ts';
import { hashKey, isMisspelledKey, keyPrefix } from './key.ts';
import { grantOfKey, grantOfRole } from './roles.ts';
import { unnotedUse } from './unnoted-use.ts';

export type ApiKey = Omit<Selectable<ApiKeyTable>, 'hash' | 'user_id' | 'by_provider'>;

export interface NewKey {
  label: string;
  rights: Right[];
  creator: string;
  expires_at: Date | null;
  /** In CIDR notation; none when the key is good everywhere. */
  networks?: string[];
  /** The user whose session it is the key of. */
  user_id?: number;
  /** Whether the provider of identities has let the user in. */
  by_provider?: boolean;
}

/** Stores a key; only its hash and first symbols are kept. */
export async function insertKey(db: Db, accountId: number, key: string, about: NewKey): Promise<number> {
  const row = await db
    .insertInto('api_key')
    .values({ account_id: accountId, prefix: keyPrefix(key), hash: hashKey(key), ...about })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Keys of an account, without those of sessions. */
export const listKeys = (db: Db, accountId: number): Promise<ApiKey[]> => keysOf(db, accountId).execute();

/** Those of them that are neither revoked nor expired. */
export const listValidKeys = (db: Db, accountId: number): Promise<ApiKey[]> =>
  keysOf(db, accountId)
    .where('revoked_at', 'is', null)
    .where((valid) => valid.or([valid('expires_at', 'is', null), valid('expires_at', '>', sql<Date>`now()`)]))
    .execute();

function keysOf(db: Db, accountId: number) {
  return db
    .selectFrom('api_key')
    .select([
      'account_id',
      'id',
      'prefix',
      'label',
      'rights',
      'creator',
      'networks',
      'created_at',
      'expires_at',
      'revoked_at',
      'last_used_at',
    ])
    .where('account_id', '=', accountId)
    .where('user_id', 'is', null)
    .orderBy('id');
}

/** Ends a key, not that of a session. False when the account has no such key that is still valid. */
export async function revokeKey(db: Db, accountId: number, id: number): Promise<boolean> {
  const row = await db
    .updateTable('api_key')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all keys of an account; gives their number. */
export async function revokeKeys(db: Db, accountId: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The number of keys that are neither revoked nor expired, by account. */
export async function countValidKeys(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('api_key')
    .select(({ fn }) => ['account_id', fn.countAll<number>().as('keys')])
    .where('user_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where((valid) => valid.or([valid('expires_at', 'is', null), valid('expires_at', '>', sql<Date>`now()`)]))
    .groupBy('account_id')
    .execute();
  return new Map(rows.map(({ account_id, keys }) => [account_id, keys]));
}

/**
 * Replaces a key by a new one with the same label, rights, creator and networks. The old key remains valid until the given
 * time or its own expiry, whichever is earlier. Returns `undefined` if the account has no such valid key.
 */
export async function replaceKey(
  db: Db,
  accountId: number,
  { id, key, until }: { id: number; key: string; until: Date },
): Promise<{ id: number; expires: Date | null } | undefined> {
  const old = await db
    .updateTable('api_key')
    .set({ expires_at: sql<Date>`least(api_key.expires_at, ${until})` })
    .from('api_key as before')
    .whereRef('before.account_id', '=', 'api_key.account_id')
    .whereRef('before.id', '=', 'api_key.id')
    .where('api_key.account_id', '=', accountId)
    .where('api_key.id', '=', id)
    .where('api_key.revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(api_key.expires_at > now(), true)`)
    .returning(['api_key.label', 'api_key.rights', 'api_key.creator', 'api_key.networks'])
    .returning(sql<Date | null>`now() + (before.expires_at - before.created_at)`.as('expires_at'))
    .executeTakeFirst();
  return old && { id: await insertKey(db, accountId, key, old), expires: old.expires_at };
}

/** Reports whether a key of the account is neither revoked nor expired. */
export async function isValidKey(db: Db, accountId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('api_key')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((valid) => valid.or([valid('expires_at', 'is', null), valid('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Account and rights of a key. */
export interface KeyHolder {
  account: Account;
  keyId: number;
  rights: readonly Right[];
  creator: string;
  /** In CIDR notation, where the key is good; everywhere when there are none. */
  networks: string[];
  /** Null for a key that does not expire. */
  expires: Date | null;
  privileges: readonly Privilege[];
  /** The user whose session it is. */
  userId: number | undefined;
  /** Of this user. */
  role: Role | undefined;
}

/** The holder of a key; undefined when it is unknown, expired or revoked. Notes its use. */
export async function findKeyHolder(db: Db, key: string): Promise<KeyHolder | undefined> {
  if (isMisspelledKey(key)) return undefined;
  const hash = hashKey(key);
  const row = await validKeys(db)
    .select(['api_key.hash'])
    .select(unnotedUse.as('unnoted'))
    .where('api_key.hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined || !timingSafeEqual(hash, row.hash)) return undefined;
  const { hash: _, unnoted, ...held } = row;
  if (unnoted) {
    await db
      .updateTable('api_key')
      .set({ last_used_at: sql<Date>`now()` })
      .where('account_id', '=', held.id)
      .where('id', '=', held.key_id)
      .execute();
  }
  return toHolder(db, held);
}

/**
 * Whether a key is that of a session whose user lacks the factor that the account demands. Who came by way of the provider of
 * identities has its factors (docs/decisions/sign-in.md).
 */
const lacksFactor = sql<boolean>`(account.demands_second_factor and api_key.user_id is not null and not api_key.by_provider
  and account_user.totp_since is null and not exists (
    select from user_passkey
    where user_passkey.account_id = api_key.account_id and user_passkey.user_id = api_key.user_id))`;

/** Keys that open the account: none of a session whose user must set up a second factor first. */
const validKeys = (db: Db) => liveKeys(db).where(sql<boolean>`not ${lacksFactor}`);

/** Keys that have not ended, with their accounts; those of sessions only while the user is active. */
function liveKeys(db: Db) {
  return db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .leftJoin('account_user', (join) =>
      join.onRef('account_user.account_id', '=', 'api_key.account_id').onRef('account_user.id', '=', 'api_key.user_id'),
    )
    .selectAll('account')
    .select(['api_key.id as key_id', 'api_key.rights', 'api_key.creator', 'api_key.networks', 'api_key.user_id'])
    .select(['api_key.expires_at', 'account_user.role'])
    .where('revoked_at', 'is', null)
    .where((valid) => valid.or([valid('expires_at', 'is', null), valid('expires_at', '>', sql<Date>`now()`)]))
    .where((valid) => valid.or([valid('api_key.user_id', 'is', null), valid('account_user.state', '=', 'active')]));
}

type ValidKey = Awaited<ReturnType<ReturnType<typeof validKeys>['executeTakeFirstOrThrow']>>;

function toHolder(
  db: Db,
  { key_id, rights, creator, networks, expires_at, user_id, role, ...account }: ValidKey,
): KeyHolder {
  const grant = user_id === null ? grantOfKey(rights) : grantOfRole(role as Role);
  return {
    account: openAccount(db, account),
    keyId: key_id,
    creator,
    networks,
    expires: expires_at,
    ...grant,
    userId: user_id ?? undefined,
    role: (role as Role | null) ?? undefined,
  };
}

/** A key that somebody holds or held. */
export interface HeldKey {
  accountId: number;
  id: number;
  /** Why it is not good any more. */
  ended: 'closed' | 'revoked' | 'expired' | null;
}

/** Keys of all accounts by their hashes in hexadecimal, those that are not good any more included. */
export async function findKeysByHash(db: Db, hashes: readonly Buffer[]): Promise<Map<string, HeldKey>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select(['api_key.account_id as accountId', 'api_key.id', 'api_key.hash'])
    .select(
      sql<HeldKey['ended']>`case when closed_at is not null then 'closed' when revoked_at is not null then 'revoked'
        when expires_at <= now() then 'expired' end`.as('ended'),
    )
    .where(sql<boolean>`api_key.hash = any(${hashes}::bytea[])`)
    .execute();
  return new Map(rows.map(({ hash, ...key }) => [Buffer.from(hash).toString('hex'), key]));
}

/** The holder of a key by its id; undefined when it is unknown, expired or revoked. */
export async function findHolderOfKey(db: Db, accountId: number, keyId: number): Promise<KeyHolder | undefined> {
  const row = await validKeys(db)
    .where('api_key.account_id', '=', accountId)
    .where('api_key.id', '=', keyId)
    .executeTakeFirst();
  return row && toHolder(db, row);
}

/** Returns whose session a key is of, and whether the user must set up a second factor first; undefined if the key has ended. */
export async function findUserOfKey(db: Db, accountId: number, keyId: number) {
  return liveKeys(db)
    .clearSelect()
    .select(['api_key.user_id as userId', lacksFactor.as('lacksFactor')])
    .where('api_key.account_id', '=', accountId)
    .where('api_key.id', '=', keyId)
    .executeTakeFirst();
}
