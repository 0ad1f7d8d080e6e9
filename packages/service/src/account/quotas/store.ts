import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { type KnownUse, mustCount } from './known-use.ts';
import { beyondQuota, type QuotaName, quotaNames, quotas } from './quotas.ts';

export type Quotas = Record<QuotaName, number>;

/** How much an account may keep. */
export async function quotasOf(db: Db, accountId: number): Promise<Quotas> {
  const { quotas: own } = await db
    .selectFrom('account')
    .select('quotas')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Object.fromEntries(quotaNames.map((name) => [name, own[name] ?? quotas[name].default])) as Quotas;
}

/** @param value undefined restores the default */
export async function setQuota(db: Db, accountId: number, name: QuotaName, value: number | undefined): Promise<void> {
  const changed =
    value === undefined ? sql<never>`quotas - ${name}::text` : sql<never>`quotas || ${json({ [name]: value })}`;
  await db.updateTable('account').set({ quotas: changed }).where('id', '=', accountId).execute();
}

/** Where what is counted is kept. */
const tables = {
  contacts: 'contact',
  'contact-filters': 'contact_filter',
  templates: 'mailing_template',
  mailings: 'mailing',
  transactions: 'transaction',
  'idempotency-keys': 'idempotency_key',
} as const satisfies Partial<Record<QuotaName, string>>;

export type CountedQuota = keyof typeof tables;

/** What this process knows of each database, by account and quota. */
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
export async function requireRoom(db: Db, accountId: number, name: CountedQuota, adding: number): Promise<void> {
  if (adding === 0) return;
  const quota = (await quotasOf(db, accountId))[name];
  const uses = knownOf(db);
  const key = `${accountId} ${name}`;
  const now = performance.now();
  let use = uses.get(key);
  if (use === undefined || mustCount(use, adding, quota, now)) {
    const there = await countUpTo(db, accountId, name, quota);
    // The key of a request is taken before it is known that it was not used before.
    const counted = name === 'idempotency-keys' ? there - 1 : there;
    use = { counted, added: 0, countedAt: now };
    uses.set(key, use);
  }
  if (use.counted + use.added + adding > quota) throw beyondQuota(name, quota);
  use.added += adding;
}

/** How many there are; more than `most` count as one more. */
async function countUpTo(db: Db, accountId: number, name: CountedQuota, most: number): Promise<number> {
  const table: RawBuilder<unknown> = sql.table(tables[name]);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${table} where account_id = ${accountId} limit ${most + 1}::int8
    ) as kept`.execute(db);
  return rows[0]!.count;
}
