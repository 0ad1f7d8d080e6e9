import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

type Db = Kysely<Schema>;

/** Mails that are under way while a contact is erased are written within this time. */
const underWay = sql<Date>`now() - interval '1 minute'`;
/** What the database itself still holds of erased rows is removed within this time. */
const dayAgo = sql<Date>`now() - interval '1 day'`;

/** Writes down that contacts of the account are erased in this transaction. */
export async function noteErasure(db: Db, accountId: number): Promise<void> {
  await db.insertInto('erasure').values({ account_id: accountId }).execute();
}

export interface Erasure {
  account_id: number;
  /** This one and all before it are due. */
  id: number;
}

/** An account whose outbox is to be looked through: after an erasure, and once more when no mail is under way any more. */
export async function dueSweep(db: Db): Promise<Erasure | undefined> {
  return db
    .selectFrom('erasure')
    .select(({ fn }) => ['account_id', fn.max('id').as('id')])
    .where((erasure) => erasure.or([erasure('sweeps', '=', 0), erasure('sweeps', '=', 1).and('at', '<', underWay)]))
    .groupBy('account_id')
    .limit(1)
    .executeTakeFirst();
}

/** The outbox was looked through after these erasures. */
export async function settleSweep(db: Db, { account_id, id }: Erasure): Promise<void> {
  await db
    .updateTable('erasure')
    .set({ sweeps: sql<number>`case when at < ${underWay} then 2 else 1 end` })
    .where('account_id', '=', account_id)
    .where('id', '<=', id)
    .execute();
}

/** The instant from which on a scrub covers all erasures before it; undefined when none has waited for a day. */
export async function dueScrub(db: Db): Promise<Date | undefined> {
  const due = await db
    .selectFrom('erasure')
    .select(sql<Date>`now()`.as('now'))
    .where('at', '<', dayAgo)
    .where('sweeps', '=', 2)
    .limit(1)
    .executeTakeFirst();
  return due?.now;
}

/** Everything is done for the erasures before an instant. */
export async function settleScrub(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('erasure').where('at', '<', before).where('sweeps', '=', 2).execute();
}
