import {
  type FireSchedule,
  findSchedule,
  fireScheduleKind,
  lockMailing,
  type Mailing,
  moveMailing,
  type Schedule,
  settleSchedule,
} from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { versionOf } from '../seals/version.ts';
import { queueSendout } from '../sendouts/queue.ts';
import type { TellStopped } from '../sendouts/stopped.ts';

/** Milliseconds after its time in which a mailing is still sent; later it would come as a surprise. */
const grace = 2 * 60 * 60 * 1000;

/**
 * Sends a mailing at its time, in the transaction that ends the job: exactly once, even with several processes.
 * @param tellStopped tells people of a mailing that is not sent
 */
export function fireScheduleJob(tellStopped: TellStopped): JobHandler<FireSchedule> {
  return {
    ...fireScheduleKind,
    async run(db, { mailingId }, { accountId, now, complete }) {
      await db.transaction().execute(async (transaction) => {
        const mailing = await lockMailing(transaction, accountId, mailingId);
        if (mailing?.state === 'scheduled') await fire(transaction, mailing, now(), tellStopped);
        await complete(transaction);
      });
    },
  };
}

async function fire(db: Db, mailing: Mailing, now: Date, tellStopped: TellStopped): Promise<void> {
  const { account_id: accountId, id, schedule_time, content_version } = mailing;
  const schedule = await findSchedule(db, mailing);
  if (schedule === undefined || schedule_time === null) return;
  if (now < schedule_time) {
    // The mailing was scheduled anew while the job began to run, or the clock was put back.
    const payload = { mailingId: id };
    await enqueue<FireSchedule>(db, fireScheduleKind, { accountId, key: String(id), payload, dueAt: schedule_time });
    return;
  }
  const lateMillis = now.getTime() - schedule_time.getTime();
  const fault = whyNot(schedule, content_version, await versionOf(db, mailing), lateMillis);
  await settleSchedule(db, mailing, fault === undefined ? 'fired' : 'misfired');
  if (fault === undefined) {
    await queueSendout(db, mailing, 'scheduler', schedule.scheduled_by);
    return;
  }
  await moveMailing(db, mailing, 'unschedule', 'scheduler', fault);
  await tellStopped(db, mailing, fault);
}

/** The reason why a mailing whose time has come is not sent, for the log of transitions. */
function whyNot(
  scheduled: Pick<Schedule, 'content_version' | 'version'>,
  presentContent: number,
  present: string,
  lateMillis: number,
): string | undefined {
  if (scheduled.content_version !== presentContent) return 'misfired: the mailing was changed after it was scheduled';
  if (scheduled.version !== null && scheduled.version !== present)
    return 'misfired: the target group or other settings were changed after it was scheduled';
  if (lateMillis > grace) return 'misfired: the time was missed by more than two hours';
  return undefined;
}
