import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { learnSizes } from '../../platform/database/statistics.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { openKeys } from '../../platform/queue/store.ts';
import { addMembers, beginGeneration, publishGeneration, removeOldMembers } from './members.ts';
import { refreshFilterKind } from './refresh-kind.ts';
import { type ContactFilter, findContactFilter } from './store.ts';

/**
 * Evaluates a filter and puts the contacts found in the place of the old ones when all are found. Not to be called in a
 * transaction. False when the signal stopped it or the filter was deleted meanwhile.
 */
export async function refreshMembers(db: Db, filter: ContactFilter, signal?: AbortSignal): Promise<boolean> {
  try {
    const { generation, since } = await beginGeneration(db, filter);
    const counts = { all: 0, active: 0 };
    for (let after = 0; ; ) {
      if (signal?.aborted) return false;
      const added = await addMembers(db, filter, generation, after);
      if (added === undefined) break;
      counts.all += added.all;
      counts.active += added.active;
      after = added.last;
    }
    await learnSizes(db, ['contact', 'contact_filter_member']);
    await publishGeneration(db, filter, { generation, since, ...counts });
    await removeOldMembers(db, filter);
    return true;
  } catch (error) {
    if ((await findContactFilter(db, filter.account_id, filter.id)) === undefined) return false;
    throw error;
  }
}

/** Reports whether a filter was refreshed after an instant; by default in the last 30 minutes, by the database's clock. */
export async function isFresh(db: Db, { evaluated_at }: ContactFilter, since?: Date): Promise<boolean> {
  if (evaluated_at === null) return false;
  if (since !== undefined) return evaluated_at > since;
  const { rows } = await sql<{ since: Date }>`select now() - interval '30 minutes' as since`.execute(db);
  return evaluated_at > rows[0]!.since;
}

/** Queues a refresh in the background; false when there is one already. */
export async function queueRefresh(db: Db, filter: ContactFilter): Promise<boolean> {
  if (await isRefreshQueued(db, filter)) return false;
  const { account_id: accountId, id: filterId } = filter;
  await enqueue(db, refreshFilterKind, { accountId, key: String(filterId), payload: { filterId } });
  return true;
}

/** Reports whether a refresh in the background waits or runs. */
export async function isRefreshQueued(db: Db, { account_id, id }: ContactFilter): Promise<boolean> {
  const { rows } = await sql<{ keys: string[] }>`
    select ${openKeys(account_id, refreshFilterKind.kind)} as keys`.execute(db);
  return rows[0]!.keys.includes(String(id));
}
