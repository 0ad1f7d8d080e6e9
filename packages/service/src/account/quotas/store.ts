import { type RawBuilder, sql } from 'kysely';
import { gathered } from '../../platform/database/gathered.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { type KnownUse, mustCount } from './known-use.ts';
import { beyondQuota, type QuotaName, quotaNames, quotas } from './quotas.ts';

export type Quotas = Record<QuotaName, number>;

/** How much an account may keep. */
export const quotasOf = (db: Db, accountId: number): Promise<Quotas> => quotasOfAll(db, accountId, undefined);

const quotasOfAll = gathered(async (db, accountId, calls: readonly undefined[]) => {
  const { quotas: own } = await db
    .selectFrom('account')
    .select('quotas')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const all = Object.fromEntries(quotaNames.map((name) => [name, own[name] ?? quotas[name].default])) as Quotas;
  return calls.map(() => all);
});

/** @param value undefined restores the default */
export async function setQuota(db: Db, accountId: number, name: QuotaName, value: number | undefined): Promise<void> {
  const changed =
    value === undefined ? sql<never>`quotas - ${name}::text` : sql<never>`quotas || ${json({ [name]: value })}`;
  await db.updateTable('account').set({ quotas: changed }).where('id', '=', accountId).execute();
}

/** A kind of rows that a quota limits. The context that owns them counts them. */
export interface CountedRows {
  quota: QuotaName;
  /** Selects a row for each that the account keeps. */
  rows(accountId: number): RawBuilder<unknown>;
}

/** Idempotency-Keys of the last 24 hours; the one of the request is written before its room is asked for. */
export const idempotencyKeysKept: CountedRows = {
  quota: 'idempotency-keys',
  rows: (accountId) => sql`select from idempotency_key where account_id = ${accountId}`,
};

/** Known usage by database, account and quota. */
const known = new WeakMap<object, Map<string, KnownUse>>();

function knownOf(db: Db): Map<string, KnownUse> {
  const { adapter } = db.getExecutor(); // the same in all transactions of a database
  const uses = known.get(adapter) ?? new Map<string, KnownUse>();
  known.set(adapter, uses);
  return uses;
}

/**
 * To be called before so many are added, in the same transaction.
 * @throws ApiError 409 when the account would keep more than it may
 */
export async function requireRoom(db: Db, accountId: number, kept: CountedRows, adding: number): Promise<void> {
  if (adding === 0) return;
  const quota = (await quotasOf(db, accountId))[kept.quota];
  const uses = knownOf(db);
  const key = `${accountId} ${kept.quota}`;
  const now = performance.now();
  let use = uses.get(key);
  if (use === undefined || mustCount(use, adding, quota, now)) {
    const there = await countUpTo(db, kept.rows(accountId), quota);
    const counted = kept === idempotencyKeysKept ? there - 1 : there;
    use = { counted, added: 0, countedAt: now };
    uses.set(key, use);
  }
  if (use.counted + use.added + adding > quota) throw beyondQuota(kept.quota, quota);
  use.added += adding;
}

/** How many there are; more than `most` count as one more. */
async function countUpTo(db: Db, rows: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*) as count from (${rows} limit ${most + 1}::int8) as kept`.execute(db);
  return found[0]!.count;
}
