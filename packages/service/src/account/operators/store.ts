import { timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { hashKey, keyPrefix } from '../keys/key.ts';
import { unnotedUse } from '../keys/unnoted-use.ts';
import type { OperatorKeyTable, Right } from '../tables.ts';

export type OperatorKey = Omit<Selectable<OperatorKeyTable>, 'hash'>;

export interface NewOperatorKey {
  label: string;
  rights: Right[];
  expires_at: Date | null;
  /** In CIDR notation; none when the key is good everywhere. */
  networks: string[];
}

/** Stores the key of an operator; only its hash and first symbols are kept. */
export async function insertOperatorKey(db: Db, key: string, about: NewOperatorKey): Promise<number> {
  const { id } = await db
    .insertInto('operator_key')
    .values({ prefix: keyPrefix(key), hash: hashKey(key), ...about })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function listOperatorKeys(db: Db): Promise<OperatorKey[]> {
  return db
    .selectFrom('operator_key')
    .select(['id', 'prefix', 'label', 'rights', 'networks', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'])
    .orderBy('id')
    .execute();
}

/** Returns `false` if there is no such key that is not revoked. */
export async function revokeOperatorKey(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_key')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An operator who has presented a valid key. */
export interface OperatorHolder {
  keyId: number;
  rights: Right[];
  networks: string[];
  /** Null for a key that does not expire. */
  expires: Date | null;
}

/** Returns the holder of a key, or `undefined` if it is unknown, expired or revoked. Notes its use. */
export async function findOperator(db: Db, key: string): Promise<OperatorHolder | undefined> {
  const hash = hashKey(key);
  const row = await db
    .selectFrom('operator_key')
    .select(['id', 'hash', 'rights', 'networks', 'expires_at'])
    .select(unnotedUse.as('unnoted'))
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((valid) => valid.or([valid('expires_at', 'is', null), valid('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  if (row === undefined || !timingSafeEqual(hash, row.hash)) return undefined;
  if (row.unnoted)
    await db.updateTable('operator_key').set({ last_used_at: sql<Date>`now()` }).where('id', '=', row.id).execute();
  return { keyId: row.id, rights: row.rights, networks: row.networks, expires: row.expires_at };
}
