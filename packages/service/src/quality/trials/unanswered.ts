import { recordOutcome } from '../../outcomes/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { cancelJob, enqueue } from '../../platform/queue/enqueue.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { deleteTrialMails, listTrialMails, type TrialStart } from '../../sending/index.ts';

interface UnansweredTest {
  mailingId: number;
  trial: TrialStart['trial'];
  /** The user who has sent it; null for a program with a key, and for the command line. */
  startedBy: number | null;
}

const kind = { kind: 'unanswered-test' };

/** Milliseconds after which no request waits for the mail any more: longer than the longest wait. */
const afterWait = 70_000;

/** Has the end of a single test mail recorded if no request has answered it meanwhile, in the transaction that starts the mail. */
export const watchTestMail = (db: Db, { accountId, mailingId, trial }: TrialStart, startedBy: number | null) =>
  enqueue<UnansweredTest>(db, kind, {
    accountId,
    key: trial.run,
    payload: { mailingId, trial, startedBy },
    dueIn: afterWait,
  });

/** Forgets a mail of which a request tells the end. */
export async function forgetTestMail(db: Db, start: TrialStart): Promise<void> {
  await deleteTrialMails(db, start);
  await cancelJob(db, kind, start.accountId, start.trial.run);
}

/** Records how a test mail has ended that took longer than somebody waits for it; looks again later while it has not ended. */
export const unansweredTestJob: JobHandler<UnansweredTest> = {
  ...kind,
  async run(db, { mailingId, trial, startedBy }, { accountId, complete }) {
    const start = { accountId, mailingId, trial };
    await retrying(() =>
      db.transaction().execute(async (transaction) => {
        // Without a mail, a request has told its end, or the mailing was deleted.
        const [mail] = await listTrialMails(transaction, start);
        if (mail?.state === 'waiting') await watchTestMail(transaction, start, startedBy);
        else if (mail !== undefined) {
          await recordTest(transaction, start, { startedBy, isSent: mail.state === 'sent' });
          await deleteTrialMails(transaction, start);
        }
        await complete(transaction);
      }),
    );
  },
};

const recordTest = (
  db: Db,
  { accountId, mailingId }: TrialStart,
  { startedBy, isSent }: { startedBy: number | null; isSent: boolean },
) =>
  recordOutcome(db, accountId, {
    kind: 'test',
    objectId: mailingId,
    startedBy,
    result: isSent ? 'done' : 'failed',
    reasons: isSent ? [] : [{ code: 'mails_failed', count: 1 }],
    counts: isSent ? { sent: 1, failed: 0 } : { sent: 0, failed: 1 },
  });
