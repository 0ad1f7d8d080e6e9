import type { Account } from '../../account/index.ts';
import type { MailingState } from '../../mailings/index.ts';
import { countByState, latestInStates, stoppedMailings } from '../../mailings/index.ts';
import { contactFigures, contactGrowth } from '../../people/index.ts';
import { isReadOnly } from '../../platform/database/ping.ts';
import type { Db } from '../../platform/database/schema.ts';
import { deadJobs } from '../../platform/queue/store.ts';
import { type Progress, sendoutsUnderWay } from '../../sending/index.ts';
import { totalsOf } from '../../tracking/index.ts';

export interface ConsoleFacts {
  hasOutbox: boolean;
  /** Of the service's certificate. */
  certificateEnds(): Date;
}

const reported: MailingState[] = ['sending', 'paused', 'canceled', 'done', 'archiving', 'archived', 'released'];
const shown = 10;
const day = 86_400_000;

/** A sendout under way, and how many of its mails were handed over in the last minute. */
export interface Running extends Progress {
  lastMinute: number;
}

export async function readRunning(db: Db, account: Account): Promise<Running[]> {
  const sendouts = await sendoutsUnderWay(db, account.id);
  const totals = await totalsOf(
    db,
    account.id,
    sendouts.map(({ mailing }) => mailing),
  );
  return sendouts.map((sendout) => ({ ...sendout, lastMinute: totals.get(sendout.mailing)!.lastMinute }));
}

/** Reads the figures of an account for the console. */
export async function readConsole(db: Db, account: Account, facts: ConsoleFacts) {
  const reports = await latestInStates(db, account.id, reported, shown);
  const totals = await totalsOf(
    db,
    account.id,
    reports.map(({ id }) => id),
  );
  return {
    ...facts,
    account: account.name,
    contacts: await contactFigures(db, account.id),
    growth: await contactGrowth(db, account.id),
    states: await countByState(db, account.id),
    running: await readRunning(db, account),
    reports: reports.map((mailing) => ({ ...mailing, ...totals.get(mailing.id)! })),
    stopped: await stoppedMailings(db, account.id, shown),
    deadJobs: await deadJobs(db, account.id),
    readOnly: await isReadOnly(db),
    certificateDays: Math.floor((facts.certificateEnds().getTime() - Date.now()) / day),
  };
}

export type ConsoleFigures = Awaited<ReturnType<typeof readConsole>>;
