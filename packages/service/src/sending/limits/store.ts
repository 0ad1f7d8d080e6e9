import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { allDomains, type Bucket, freshBucket, type Grant, type Limit, type Today, takeTokens } from './bucket.ts';

/** Returns the time of the database, which all processes share, and the day in the time zone of the account. */
async function todayOf(db: Db, accountId: number): Promise<Today> {
  const { rows } = await sql<Today>`
    select clock_timestamp()::timestamptz(3) as now, (clock_timestamp() at time zone time_zone)::date::text as day,
      ((clock_timestamp() at time zone time_zone)::date + 1)::timestamp at time zone time_zone as tomorrow
    from account where id = ${accountId}`.execute(db);
  return rows[0]!;
}

async function bucketsOf(db: Db, accountId: number, lock = false): Promise<Map<string, Bucket>> {
  const rows = await db
    .selectFrom('sending_limit')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('domain')
    .$if(lock, (query) => query.forUpdate())
    .execute();
  return new Map(
    rows.map(({ domain, per_minute, per_day, tokens, filled_at, day, sent_on_day }) => [
      domain,
      { perMinute: per_minute, perDay: per_day, tokens, filledAt: filled_at, day, sentOnDay: sent_on_day },
    ]),
  );
}

/** The limits of an account by their domains; empty for the one for all. */
export const limitsOf = (db: Db, accountId: number): Promise<ReadonlyMap<string, Limit>> => bucketsOf(db, accountId);

/**
 * Takes mails to domains out of the account's limits, in a transaction of its own that other processes wait for. Mails that
 * a person waits for (`awaited`) neither wait for the limit for all mails nor count in it.
 */
export function takeFromLimits(
  db: Db,
  accountId: number,
  domains: readonly string[],
  awaited = false,
): Promise<Grant & { now: Date }> {
  return db.transaction().execute(async (transaction) => {
    const all = await bucketsOf(transaction, accountId, true);
    const limits = awaited ? new Map([...all].filter(([name]) => name !== allDomains)) : all;
    const today = await todayOf(transaction, accountId);
    const taken = takeTokens(limits, domains, today);
    for (const [domain, { tokens, filledAt, day, sentOnDay }] of taken.buckets) {
      await transaction
        .updateTable('sending_limit')
        .set({ tokens, filled_at: filledAt, day, sent_on_day: sentOnDay })
        .where('account_id', '=', accountId)
        .where('domain', '=', domain)
        .execute();
    }
    return { ...taken, now: today.now };
  });
}

/** Sets the limit of a domain in place of an earlier one. Keeps the count of the current day. */
export async function setLimit(db: Db, accountId: number, domain: string, limit: Limit): Promise<void> {
  const { tokens, filledAt, day } = freshBucket(limit, await todayOf(db, accountId));
  const values = { per_minute: limit.perMinute, per_day: limit.perDay, tokens, filled_at: filledAt };
  await db
    .insertInto('sending_limit')
    .values({ account_id: accountId, domain, day, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'domain']).doUpdateSet(values))
    .execute();
}

/** Removes the limit of a domain. Returns `false` if there was none. */
export async function removeLimit(db: Db, accountId: number, domain: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('sending_limit')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .returning('domain')
    .executeTakeFirst();
  return removed !== undefined;
}
