import type { Handlers } from '@mailwright/server';
import { stoppedMailings } from '../../mailings/index.ts';
import { samples } from '../../people/index.ts';
import { isReadOnly } from '../../platform/database/ping.ts';
import type { Db } from '../../platform/database/schema.ts';
import { deadJobs } from '../../platform/queue/store.ts';
import { guard, type Progress, sendoutsUnderWay } from '../../sending/index.ts';
import { totalsOf } from '../../tracking/index.ts';
import type { Context } from '../context.ts';

const mostStopped = 10;

/** What is under way in an account, and what is wrong. */
export const accountStatusHandlers = {
  async getAccountStatus(_input, { db, accountId, installation }) {
    const stopped = await stoppedMailings(db, accountId, mostStopped);
    const fault = installation.certificateFault();
    return {
      sendouts: await readSendouts(db, accountId),
      // A state is its own reason where nobody has given one.
      stopped: stopped.map(({ id, name, state, reason }) => ({
        mailing_id: id,
        name,
        state,
        ...(reason !== null && reason !== state && { reason }),
      })),
      failed_work: (await deadJobs(db, accountId)).map(({ kind, jobs }) => ({ kind, jobs: Number(jobs) })),
      read_only: await isReadOnly(db),
      stores_mails: installation.storesMails,
      has_own_contacts: await samples.areJoined(db, accountId),
      certificate_ends: installation.certificateEnds().getTime(),
      ...(fault !== undefined && { certificate_fault: fault }),
    };
  },
} satisfies Partial<Handlers<Context>>;

async function readSendouts(db: Db, accountId: number) {
  const sendouts = await sendoutsUnderWay(db, accountId);
  const mailings = sendouts.map(({ mailing }) => mailing);
  const totals = await totalsOf(db, accountId, mailings);
  const alarms = await guard.listAlarms(db, accountId, mailings);
  return sendouts.map((sendout) => ({
    ...toProgress(sendout, totals.get(sendout.mailing)!.lastMinute),
    alarms: (alarms.get(sendout.mailing) ?? []).map(toAlarm),
  }));
}

const toAlarm = ({ cause, receiver, level, events, mails }: guard.Alarm) => ({
  cause,
  ...(receiver !== '' && { receiver }),
  level,
  events,
  mails,
});

const toProgress = ({ mailing, name, state, recipients, putOff, ...counts }: Progress, lastMinute: number) => ({
  mailing_id: mailing,
  name,
  state,
  ...(recipients !== null && { recipients }),
  sent: counts.sent,
  failed: counts.failed,
  skipped: counts.skipped,
  open: counts.open,
  deferred: counts.deferred,
  last_minute: lastMinute,
  answers: putOff,
});
