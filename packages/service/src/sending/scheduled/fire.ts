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
import { type SendoutFault, sendoutFault } from '../sendout-fault.ts';
import { recordNotSent } from '../sendouts/outcomes.ts';
import { queueSendout } from '../sendouts/queue.ts';

/** Milliseconds after its time in which a mailing is still sent; later it would come as a surprise. */
const grace = 2 * 60 * 60 * 1000;

/** Sends a mailing at its time, in the transaction that ends the job: exactly once, even with several processes. */
export const fireScheduleJob: JobHandler<FireSchedule> = {
  ...fireScheduleKind,
  async run(db, { mailingId }, { accountId, now, complete }) {
    await db.transaction().execute(async (transaction) => {
      const mailing = await lockMailing(transaction, accountId, mailingId);
      if (mailing?.state === 'scheduled') await fire(transaction, mailing, now());
      await complete(transaction);
    });
  },
  async giveUp(db, { mailingId }, accountId) {
    const mailing = await lockMailing(db, accountId, mailingId);
    const schedule = mailing && (await findSchedule(db, mailing));
    if (schedule === undefined) return;
    const fault = sendoutFault('gave_up', 'it failed again and again');
    await recordNotSent(db, mailing!, fault, { startedBy: schedule.scheduled_by });
  },
};

async function fire(db: Db, mailing: Mailing, now: Date): Promise<void> {
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
  await moveMailing(db, mailing, 'unschedule', 'scheduler', fault.words);
  await recordNotSent(db, mailing, fault, { startedBy: schedule.scheduled_by });
}

/** Returns why a mailing whose time has come is not sent, or `undefined` if it is. */
function whyNot(
  scheduled: Pick<Schedule, 'content_version' | 'version'>,
  presentContent: number,
  present: string,
  lateMillis: number,
): SendoutFault | undefined {
  if (scheduled.content_version !== presentContent)
    return sendoutFault('changed_after_schedule', 'misfired: the mailing was changed after it was scheduled');
  if (scheduled.version !== null && scheduled.version !== present)
    return sendoutFault(
      'changed_after_schedule',
      'misfired: the target group or other settings were changed after it was scheduled',
    );
  if (lateMillis > grace) return sendoutFault('time_missed', 'misfired: the time was missed by more than two hours');
  return undefined;
}
