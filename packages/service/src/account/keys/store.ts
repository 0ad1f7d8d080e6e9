import { timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { ApiKeyTable, Db, Right } from '../../platform/database/schema.ts';
import type { Account } from '../account.ts';
import { hashKey, keyPrefix } from './key.ts';

export type ApiKey = Omit<Selectable<ApiKeyTable>, 'hash'>;

export interface NewKey {
  label: string;
  rights: Right[];
  creator: string;
  expires_at: Date | null;
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

/** Whether a key of the account is neither revoked nor expired. */
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

/** Who a key speaks for. */
export interface KeyHolder {
  account: Account;
  keyId: number;
  rights: Right[];
  creator: string;
}

/** The holder of a key; undefined when it is unknown, expired or revoked. Its time of use is noted once a minute. */
export async function findKeyHolder(db: Db, key: string): Promise<KeyHolder | undefined> {
  const hash = hashKey(key);
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .select(['api_key.id as key_id', 'api_key.hash', 'api_key.rights', 'api_key.creator'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('stale'))
    .where('api_key.hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((valid) => valid.or([valid('expires_at', 'is', null), valid('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  if (row === undefined || !timingSafeEqual(hash, row.hash)) return undefined;
  const { key_id, hash: _, rights, creator, stale, ...account } = row;
  if (stale) {
    await db
      .updateTable('api_key')
      .set({ last_used_at: sql<Date>`now()` })
      .where('account_id', '=', account.id)
      .where('id', '=', key_id)
      .execute();
  }
  return { account, keyId: key_id, rights, creator };
}

/** The holder of a key by its id; undefined when it is unknown, expired or revoked. */
export async function findHolderOfKey(db: Db, accountId: number, keyId: number): Promise<KeyHolder | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .select(['api_key.rights', 'api_key.creator'])
    .where('api_key.account_id', '=', accountId)
    .where('api_key.id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where((valid) => valid.or([valid('expires_at', 'is', null), valid('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { rights, creator, ...account } = row;
  return { account, keyId, rights, creator };
}
