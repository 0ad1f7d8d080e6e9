import { timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Account } from '../account.ts';
import type { ApiKeyTable, Right } from '../tables.ts';
import { hashKey, isMisspelledKey, keyPrefix } from './key.ts';

export type ApiKey = Omit<Selectable<ApiKeyTable>, 'hash'>;

export interface NewKey {
  label: string;
  rights: Right[];
  creator: string;
  expires_at: Date | null;
  /** In CIDR notation; none when the key is good everywhere. */
  networks?: string[];
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

export async function listKeys(db: Db, accountId: number): Promise<ApiKey[]> {
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
    .orderBy('id')
    .execute();
}

/** False when the account has no such key that is still valid. */
export async function revokeKey(db: Db, accountId: number, id: number): Promise<boolean> {
  const row = await db
    .updateTable('api_key')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
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
  rights: Right[];
  creator: string;
  /** In CIDR notation, where the key is good; everywhere when there are none. */
  networks: string[];
}

/** The holder of a key; undefined when it is unknown, expired or revoked. Its time of use is noted once a minute. */
export async function findKeyHolder(db: Db, key: string): Promise<KeyHolder | undefined> {
  if (isMisspelledKey(key)) return undefined;
  const hash = hashKey(key);
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .select(['api_key.id as key_id', 'api_key.hash', 'api_key.rights', 'api_key.creator', 'api_key.networks'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('stale'))
    .where('api_key.hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((valid) => valid.or([valid('expires_at', 'is', null), valid('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  if (row === undefined || !timingSafeEqual(hash, row.hash)) return undefined;
  const { key_id, hash: _, rights, creator, networks, stale, ...account } = row;
  if (stale) {
    await db
      .updateTable('api_key')
      .set({ last_used_at: sql<Date>`now()` })
      .where('account_id', '=', account.id)
      .where('id', '=', key_id)
      .execute();
  }
  return { account, keyId: key_id, rights, creator, networks };
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
    .where('api_key.hash', 'in', hashes)
    .execute();
  return new Map(rows.map(({ hash, ...key }) => [Buffer.from(hash).toString('hex'), key]));
}

/** The holder of a key by its id; undefined when it is unknown, expired or revoked. */
export async function findHolderOfKey(db: Db, accountId: number, keyId: number): Promise<KeyHolder | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .select(['api_key.rights', 'api_key.creator', 'api_key.networks'])
    .where('api_key.account_id', '=', accountId)
    .where('api_key.id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where((valid) => valid.or([valid('expires_at', 'is', null), valid('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { rights, creator, networks, ...account } = row;
  return { account, keyId, rights, creator, networks };
}
