import { isDeepStrictEqual } from 'node:util';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { present } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { allDomains, type Grant, type Today, takeTokens } from '../limits/bucket.ts';
import type { RelayTable } from '../tables.ts';
import { nextWarmUp, type WarmUp, warmUpLimit } from './warm-up.ts';

/** The name of the relay of `--smtp`. */
export const defaultRelay = 'default';

export type RelayRow = Selectable<RelayTable>;
export type NewRelay = Insertable<RelayTable>;
export type RelayChange = Updateable<RelayTable>;

export function listRelays(db: Db): Promise<RelayRow[]> {
  return db.selectFrom('relay').selectAll().orderBy('rank').orderBy('name').execute();
}

export function findRelay(db: Db, name: string): Promise<RelayRow | undefined> {
  return db.selectFrom('relay').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Inserts a relay. Returns its id, or `undefined` if the name is taken. */
export async function insertRelay(db: Db, relay: NewRelay): Promise<number | undefined> {
  const insert = db
    .insertInto('relay')
    .values(relay)
    .onConflict((conflict) => conflict.column('name').doNothing());
  return (await insert.returning('id').executeTakeFirst())?.id;
}

/** Changes a relay, which counts as up until a process reports a failure. Keeps the mails of the day counted in its limits. */
export async function updateRelay(db: Db, former: RelayRow, change: RelayChange): Promise<void> {
  const up = { down_since: null, down_until: null, down_reason: null };
  const isForOthers = !isDeepStrictEqual(usersOf({ ...former, ...change }), usersOf(former));
  await db
    .updateTable('relay')
    .set({ ...change, ...up, ...(isForOthers && { rules_changed_at: sql<Date>`now()` }) })
    .where('id', '=', former.id)
    .execute();
}

const usersOf = ({ account_ids, mailing_ids }: RelayChange) => ({ account_ids, mailing_ids });

export async function deleteRelay(db: Db, id: number): Promise<void> {
  await db.deleteFrom('relay').where('id', '=', id).execute();
}

/** Returns the ids of which no mailing exists. */
export async function missingMailings(db: Db, ids: readonly number[]): Promise<number[]> {
  const found = await db.selectFrom('mailing').select('id').where(sql<boolean>`id = any(${ids}::int8[])`).execute();
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Returns those of the ids that mailings of the account have. */
export async function ownMailings(db: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('mailing')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .execute();
  return found.map(({ id }) => id);
}

/** Returns the database's time and the day in UTC; a relay has no time zone. */
async function today(db: Db): Promise<Today> {
  const { rows } = await sql<Today>`
    select clock_timestamp()::timestamptz(3) as now, (clock_timestamp() at time zone 'UTC')::date::text as day,
      ((clock_timestamp() at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC' as tomorrow`.execute(db);
  return rows[0]!;
}

/** Takes mails out of the limits of a relay. Uses its own short transaction, because other processes wait for the lock. */
export function takeFromRelay(db: Db, id: number, count: number): Promise<Grant & { now: Date }> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('relay').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    const at = await today(transaction);
    if (row === undefined)
      return { granted: Array(count).fill(true), blocked: new Map(), buckets: new Map(), now: at.now };
    const isNewDay = row.day !== at.day;
    const former = warmUpOf(row);
    const warmUp = former && isNewDay ? nextWarmUp(former, row.sent_on_day, row.deferred_on_day) : former;
    const { per_minute, tokens, filled_at, day, sent_on_day } = row;
    const perDay = lowest(row.per_day, warmUp ? warmUpLimit(warmUp) : null);
    const bucket = { perMinute: per_minute, perDay, tokens, filledAt: filled_at, day, sentOnDay: sent_on_day };
    const taken = takeTokens(new Map([[allDomains, bucket]]), Array(count).fill('any'), at);
    const left = taken.buckets.get(allDomains)!;
    await transaction
      .updateTable('relay')
      .set({
        tokens: left.tokens,
        filled_at: left.filledAt,
        day: left.day,
        sent_on_day: left.sentOnDay,
        ...(isNewDay && { deferred_on_day: 0 }),
        ...(warmUp && { warm_up_day: warmUp.day, slowed_share: warmUp.slowedShare }),
      })
      .where('id', '=', id)
      .execute();
    return { ...taken, now: at.now };
  });
}

/** Returns the warm-up of a relay, or `undefined` if it has none. */
export function warmUpOf({ warm_up, warm_up_day, slowed_share }: RelayRow): WarmUp | undefined {
  return warm_up === null ? undefined : { plan: warm_up, day: warm_up_day, slowedShare: slowed_share };
}

const lowest = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

/** Returns unsent mails to the limits of a relay. */
export async function returnToRelay(db: Db, id: number, count: number): Promise<void> {
  await sql`
    update relay set tokens = tokens + ${count}::int4, sent_on_day = greatest(0, sent_on_day - ${count}::int4)
    where id = ${id}`.execute(db);
}

/** Counts and health of a relay since a process last recorded them. */
export interface RelayNews {
  mails: number;
  failures: number;
  /** Mails that receivers deferred. */
  deferrals: number;
  /** `undefined` if nothing has changed, `null` if the relay is up again. */
  down: { millis: number; reason: string } | null | undefined;
}

export async function recordRelayNews(
  db: Db,
  id: number,
  { mails, failures, deferrals, down }: RelayNews,
): Promise<void> {
  const state =
    down === undefined
      ? sql``
      : down === null
        ? sql`, down_since = null, down_until = null, down_reason = null`
        : sql`, down_since = coalesce(down_since, now()), down_until = ${present(undefined, down.millis)},
            down_reason = ${down.reason}`;
  await sql`
    update relay set mails = mails + ${mails}::int8, failures = failures + ${failures}::int8,
      deferred_on_day = deferred_on_day + ${deferrals}::int4 ${state}
    where id = ${id}`.execute(db);
}
