import { sql } from 'kysely';
import { type Mailing, moveMailing, settleSchedule } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { advanceLater } from '../deliveries/advance-later.ts';
import { deleteSpared } from '../deliveries/spared.ts';
import { sealMailing } from '../seals/seal.ts';

/**
 * Queues the sendout of a regular mailing in the caller's transaction. The mailing is sealed from then on. Returns false if
 * the actor cannot send it in its state. The caller wakes the worker after the commit.
 * @param startedBy the user who starts it or has scheduled it; null for a program with a key, and for the command line
 */
export async function queueSendout(
  db: Db,
  mailing: Mailing,
  actor: 'user' | 'scheduler',
  startedBy: number | null,
): Promise<boolean> {
  if ((await moveMailing(db, mailing, 'queue', actor)) === undefined) return false;
  await sealMailing(db, mailing);
  const { account_id, id: mailing_id } = mailing;
  // A user sends at once: an earlier schedule, of a sendout that failed, spreads this one no more.
  if (actor === 'user') await settleSchedule(db, mailing, 'misfired');
  await db
    .insertInto('sendout')
    .values({ account_id, mailing_id, started_by: startedBy })
    // A mailing that failed is sent again from the beginning.
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'mailing_id']).doUpdateSet({
        queued_at: sql<Date>`now()`,
        frozen_at: null,
        recipients: null,
        removed: sql`'{}'`,
        finished_at: null,
        started_by: startedBy,
        waves: null,
      }),
    )
    .execute();
  await deleteSpared(db, mailing);
  await advanceLater(db, mailing);
  return true;
}

/** When the sendout of a mailing that is queued was queued. */
export async function queuedAtOf(db: Db, { account_id, id }: Mailing): Promise<Date> {
  const { queued_at } = await db
    .selectFrom('sendout')
    .select('queued_at')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirstOrThrow();
  return queued_at;
}
