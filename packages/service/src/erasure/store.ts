import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

type Db = Kysely<Schema>;

/** Mails that are under way while a contact is erased are written within this time. */
const underWay = sql<Date>`now() - interval '1 minute'`;

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
export async function dueErasure(db: Db): Promise<Erasure | undefined> {
  return db
    .selectFrom('erasure')
    .select(({ fn }) => ['account_id', fn.max('id').as('id')])
    .where((erasure) => erasure.or([erasure('swept', '=', false), erasure('at', '<', underWay)]))
    .groupBy('account_id')
    .limit(1)
    .executeTakeFirst();
}

/** The outbox was looked through after these erasures. */
export async function settleErasures(db: Db, { account_id, id }: Erasure): Promise<void> {
  await db
    .deleteFrom('erasure')
    .where('account_id', '=', account_id)
    .where('id', '<=', id)
    .where('at', '<', underWay)
    .execute();
  await db
    .updateTable('erasure')
    .set({ swept: true })
    .where('account_id', '=', account_id)
    .where('id', '<=', id)
    .execute();
}
