import type { Db } from '../platform/database/schema.ts';

/** Numbers of days with bounces after which a contact is blocked. */
export interface BounceLimits {
  /** Days with bounces that say that the mailbox is unknown; these count towards `hard` as well. */
  unknown: number;
  /** Days with bounces that say that the mailbox does not exist. */
  hard: number;
  /** Days with bounces that say that the mailbox could not be reached; null if these never block. */
  soft: number | null;
}

export async function bounceLimits(db: Db, accountId: number): Promise<BounceLimits> {
  return db
    .selectFrom('account')
    .select(['unknown_mailbox_days as unknown', 'hard_bounce_days as hard', 'soft_bounce_days as soft'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Changes the limits that are given. */
export async function setBounceLimits(
  db: Db,
  accountId: number,
  { unknown, hard, soft }: Partial<BounceLimits>,
): Promise<void> {
  const changed = {
    ...(unknown && { unknown_mailbox_days: unknown }),
    ...(hard && { hard_bounce_days: hard }),
    ...(soft !== undefined && { soft_bounce_days: soft }),
  };
  if (Object.keys(changed).length === 0) return;
  await db.updateTable('account').set(changed).where('id', '=', accountId).execute();
}
