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
  },
};
