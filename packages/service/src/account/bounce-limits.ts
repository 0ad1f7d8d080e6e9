import type { Db } from '../platform/database/schema.ts';

/** What an account makes of bounces. */
export interface BounceLimits {
  /** Days with bounces after which a contact is blocked if they say that the mailbox is unknown; these count towards `hard` as well. */
  unknown: number;
  /** The same if they say that the mailbox does not exist. */
  hard: number;
  /** The same if they say that the mailbox could not be reached; null if these never block. */
  soft: number | null;
  /** Days for which a contact is held back after a bounce that says that the mailbox does not exist; 0 if none is. */
  hold: number;
}

export async function bounceLimits(db: Db, accountId: number): Promise<BounceLimits> {
  return db
    .selectFrom('account')
    .select([
      'unknown_mailbox_days as unknown',
      'hard_bounce_days as hard',
      'soft_bounce_days as soft',
      'hold_days as hold',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Changes the limits that are given. */
export async function setBounceLimits(
  db: Db,
  accountId: number,
  { unknown, hard, soft, hold }: Partial<BounceLimits>,
): Promise<void> {
  const changed = {
    ...(unknown && { unknown_mailbox_days: unknown }),
    ...(hard && { hard_bounce_days: hard }),
    ...(soft !== undefined && { soft_bounce_days: soft }),
    ...(hold !== undefined && { hold_days: hold }),
  };
  if (Object.keys(changed).length === 0) return;
  await db.updateTable('account').set(changed).where('id', '=', accountId).execute();
}
