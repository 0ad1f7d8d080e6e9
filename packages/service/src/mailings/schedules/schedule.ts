import type { Db } from '../../platform/database/schema.ts';
import { cancelJob, enqueue } from '../../platform/queue/enqueue.ts';
import { changeSettings } from '../change.ts';
import { moveMailing } from '../move.ts';
import type { Mailing } from '../store.ts';
import { type FireSchedule, fireScheduleKind } from './kind.ts';
import type { SchedulePlan } from './read.ts';
import { deleteSchedule, putSchedule } from './store.ts';

// Both work in a transaction that holds the lock of a mailing that is not sealed.

/**
 * Has a mailing sent at a time, as its content is now; an earlier schedule is void.
 * @param by the user who schedules it and what that user saw, which includes the target group; null for a program
 */
export async function scheduleMailing(
  db: Db,
  mailing: Mailing,
  plan: SchedulePlan,
  by: { user: number; version: string } | null,
): Promise<void> {
  const { starts_at, ...spread } = plan;
  const { account_id: accountId, id } = mailing;
  // A failed mailing becomes a draft by it.
  await changeSettings(db, mailing, { schedule_time: starts_at });
  if (mailing.state !== 'scheduled') {
    await moveMailing(db, { ...mailing, state: 'draft' }, 'schedule', 'user', 'scheduled');
  }
  const about = {
    state: 'scheduled',
    content_version: mailing.content_version,
    version: by?.version ?? null,
    scheduled_by: by?.user ?? null,
  } as const;
  await putSchedule(db, mailing, { ...spread, ...about });
  await enqueue<FireSchedule>(db, fireScheduleKind, {
    accountId,
    key: String(id),
    payload: { mailingId: id },
    dueAt: starts_at,
  });
}

/** Takes a schedule back; the mailing is a draft. */
export async function unscheduleMailing(db: Db, mailing: Mailing): Promise<void> {
  await cancelJob(db, fireScheduleKind, mailing.account_id, String(mailing.id));
  await deleteSchedule(db, mailing);
  await changeSettings(db, mailing, { schedule_time: null });
  await moveMailing(db, mailing, 'unschedule', 'user', 'schedule deleted');
}
