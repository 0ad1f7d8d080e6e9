import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { xmlText } from '../../platform/text/xml.ts';
import { type Grant, type Today, takeTokens } from '../limits/bucket.ts';
import type { ReceiverPaceTable } from '../tables.ts';
import { isOver, type Pace, paceAfterTaking, slowDown, toBucket } from './pace.ts';
import type { SlowDownRequest } from './watch.ts';

export type PaceRow = Selectable<ReceiverPaceTable>;

const maxReason = 300;
/** A receiver to which no mail has gone for so long may take any number by now. */
const memoryDays = 30;

export const toPace = ({ ceiling, slowed_at, tokens, filled_at }: PaceRow): Pace => {
  return { ceiling, slowedAt: slowed_at, tokens, filledAt: filled_at };
};

const toColumns = ({ ceiling, slowedAt, tokens, filledAt }: Pace) => {
  return { ceiling, slowed_at: slowedAt, tokens, filled_at: filledAt };
};

/** Returns the receivers that have asked for fewer mails, by relay. */
export function listPaces(db: Db): Promise<PaceRow[]> {
  return db.selectFrom('receiver_pace').selectAll().orderBy('relay_id').orderBy('receiver').execute();
}

/** The present by the database's clock; paces know no days. */
async function presentOf(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp()::timestamptz(3) as now`.execute(db);
  return rows[0]!.now;
}

/** Slows down the mails of all processes over a relay to a receiver that asks for it. */
export async function recordRequest(
  db: Db,
  relayId: number,
  receiver: string,
  { accepted, reason }: SlowDownRequest,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const relay = await transaction.selectFrom('relay').select('id').where('id', '=', relayId).forUpdate().execute();
    if (relay.length === 0) return;
    const now = await presentOf(transaction);
    const former = await lockPaces(transaction, relayId, [receiver]);
    const pace = slowDown(former[0] && toPace(former[0]), accepted, now);
    const values = { ...toColumns(pace), asked_at: now, reason: xmlText(reason, maxReason) };
    await transaction
      .insertInto('receiver_pace')
      .values({ relay_id: relayId, receiver, ...values })
      .onConflict((conflict) => conflict.columns(['relay_id', 'receiver']).doUpdateSet(values))
      .execute();
    const old = new Date(now.getTime() - memoryDays * 86_400_000);
    await transaction
      .deleteFrom('receiver_pace')
      .where('relay_id', '=', relayId)
      .where('filled_at', '<', old)
      .execute();
  });
}

/** Lets mails go to a receiver at any rate again. */
export async function endPace(db: Db, relayId: number, receiver: string): Promise<void> {
  await db.deleteFrom('receiver_pace').where('relay_id', '=', relayId).where('receiver', '=', receiver).execute();
}

/** Takes mails out of the paces of receivers, in a transaction of its own that other processes wait for. */
export function takeFromPaces(
  db: Db,
  relayId: number,
  receivers: readonly string[],
): Promise<Pick<Grant, 'granted' | 'blocked'> & { now: Date }> {
  return db.transaction().execute(async (transaction) => {
    const rows = await lockPaces(transaction, relayId, receivers);
    const now = await presentOf(transaction);
    const over = rows.filter((row) => isOver(toPace(row), now));
    const open = rows.filter((row) => !over.includes(row));
    // The day does not matter: there is no limit for it.
    const today: Today = { now, day: '', tomorrow: now };
    const buckets = new Map(open.map((row) => [row.receiver, toBucket(toPace(row), today)]));
    const { buckets: left, granted, blocked } = takeTokens(buckets, receivers, today);
    for (const row of open) {
      const pace = paceAfterTaking(toPace(row), left.get(row.receiver)!);
      await transaction
        .updateTable('receiver_pace')
        .set(toColumns(pace))
        .where('relay_id', '=', relayId)
        .where('receiver', '=', row.receiver)
        .execute();
    }
    if (over.length > 0)
      await transaction
        .deleteFrom('receiver_pace')
        .where('relay_id', '=', relayId)
        .where(isAny(over.map(({ receiver }) => receiver)))
        .execute();
    return { granted, blocked, now };
  });
}

/** Puts mails back into the paces of receivers that were taken out and not sent. */
export async function returnToPace(db: Db, relayId: number, receiver: string, count: number): Promise<void> {
  await sql`
    update receiver_pace set tokens = tokens + ${count}::int4
    where relay_id = ${relayId} and receiver = ${receiver}`.execute(db);
}

function lockPaces(db: Db, relayId: number, receivers: readonly string[]): Promise<PaceRow[]> {
  return db
    .selectFrom('receiver_pace')
    .selectAll()
    .where('relay_id', '=', relayId)
    .where(isAny(receivers))
    .orderBy('receiver')
    .forUpdate()
    .execute();
}

const isAny = (receivers: readonly string[]) => sql<boolean>`receiver = any(${[...new Set(receivers)]}::text[])`;
