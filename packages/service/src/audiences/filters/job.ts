import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { Job } from '../../platform/work/worker.ts';
import { lease } from './members.ts';
import { refreshMembers } from './refresh.ts';
import type { ContactFilter } from './store.ts';

/** Does the refreshes that are queued, the oldest first, and those that were cut off with their process. */
export const refreshJob: Job = {
  name: 'refresh of contact filters',
  async run(db, signal) {
    const filter = await claim(db);
    if (filter === undefined) return false;
    await refreshMembers(db, filter, signal);
    await settle(db, filter, signal.aborted);
    return true;
  },
};

/** Takes the oldest queued refresh of any account that no other process works on. */
async function claim(db: Kysely<Schema>): Promise<ContactFilter | undefined> {
  return db
    .updateTable('contact_filter')
    .set({ refreshing_until: lease })
    .where(
      ({ refTuple, selectFrom }) =>
        sql<boolean>`${refTuple('account_id', 'id')} in ${selectFrom('contact_filter')
          .select(['account_id', 'id'])
          .where('refresh_queued_at', 'is not', null)
          .where(sql<boolean>`coalesce(refreshing_until < now(), true)`)
          .orderBy('refresh_queued_at')
          .limit(1)
          .forUpdate()
          .skipLocked()}`,
    )
    .returningAll()
    .$castTo<ContactFilter>()
    .executeTakeFirst();
}

/** The refresh is done; one that was stopped is left to the next process. */
async function settle(db: Kysely<Schema>, { account_id, id }: ContactFilter, stopped: boolean): Promise<void> {
  await db
    .updateTable('contact_filter')
    .set(stopped ? { refreshing_until: null } : { refresh_queued_at: null })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}
