import type { Db } from '../../platform/database/schema.ts';
import { advanceLater } from './advance-later.ts';
import type { Lease } from './lease.ts';
import type { Occasions } from './mail-source.ts';
import { isCampaign, isTrial } from './purpose-rules.ts';

/**
 * Concludes batches of a lease whose recipients have all ended, in the transaction that deletes them. Returns a function to call
 * after the commit.
 * @param wakeQueue is called when a job was enqueued
 */
export async function conclude(db: Db, lease: Lease, occasions: Occasions, wakeQueue: () => void): Promise<() => void> {
  const { mailing, source } = lease;
  if (isCampaign(lease)) {
    await advanceLater(db, mailing);
    return wakeQueue;
  }
  const afterEnd = await source.end?.(db, { mailing, occasions });
  return () => {
    afterEnd?.();
    if (isTrial(lease)) wakeQueue();
  };
}
