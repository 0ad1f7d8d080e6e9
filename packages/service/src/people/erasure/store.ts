import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** Mails that are under way while a contact is erased are written within this time. */
const underWay = sql<Date>`now() - interval '1 minute'`;
/** The database removes erased rows from its files within this time. */
const dayAgo = sql<Date>`now() - interval '1 day'`;

/** Records that contacts of the account are erased in this transaction. */
export async function noteErasure(db: Db, accountId: number): Promise<void> {
  await db.insertInto('erasure').values({ account_id: accountId }).execute();
}

/** State that shows whether an outbox was searched after all erasures of an account. */
export interface ErasureMark {
  account_id: number;
  /**
   * Changes with each erasure, and once more when no mail of its time can be under way any more. It counts rows, because
   * the last number may be committed before the one in front of it.
   */
  mark: string;
}

/** The accounts in which contacts were erased. */
export async function erasureMarks(db: Db): Promise<ErasureMark[]> {
  return db
    .selectFrom('erasure')
    .select(['account_id', sql<string>`concat_ws(' ', ${lastErasure}, count(*), ${settledCount})`.as('mark')])
    .groupBy('account_id')
    .execute();
}

const lastErasure = sql`max(id), extract(epoch from max(at))`;
const settledCount = sql`count(*) filter (where at < ${underWay})`;

/** The instant from which on a scrub covers all erasures before it; undefined when none has waited for a day. */
export async function dueScrub(db: Db): Promise<Date | undefined> {
  const due = await db
    .selectFrom('erasure')
    .select(sql<Date>`now()`.as('now'))
    .where('at', '<', dayAgo)
    .where('scrubbed', '=', false)
    .limit(1)
    .executeTakeFirst();
  return due?.now;
}

/**
 * Nothing is left in the database of what was erased before an instant. Of each account the last erasure stays: an outbox
 * that comes back after a long time knows by it that there was one.
 */
export async function settleScrub(db: Db, before: Date): Promise<void> {
  await db.updateTable('erasure').set({ scrubbed: true }).where('at', '<', before).execute();
  await db
    .deleteFrom('erasure')
    .where('scrubbed', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('erasure as later')
          .select('later.id')
          .whereRef('later.account_id', '=', 'erasure.account_id')
          .whereRef('later.id', '>', 'erasure.id'),
      ),
    )
    .execute();
}
