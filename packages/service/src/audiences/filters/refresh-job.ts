import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { refreshMembers } from './refresh.ts';
import { refreshFilterKind } from './refresh-kind.ts';
import { findContactFilter } from './store.ts';

/** Refreshes a contact filter in the background. A refresh that was cut off begins again. */
export const refreshFilterJob: JobHandler<{ filterId: number }> = {
  ...refreshFilterKind,
  async run(db, { filterId }, { accountId, signal }) {
    const filter = await findContactFilter(db, accountId, filterId);
    if (filter === undefined) return;
    await refreshMembers(db, filter, signal);
    await noteEnd(db, accountId, filterId, signal.aborted);
  },
};

/** One that was stopped stays queued. */
async function noteEnd(db: Db, accountId: number, id: number, stopped: boolean): Promise<void> {
  await db
    .updateTable('contact_filter')
    .set(stopped ? { refreshing_until: sql<Date | null>`null` } : { refresh_queued_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
