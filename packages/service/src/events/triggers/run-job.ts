import { findAccount } from '../../account/index.ts';
import { findDispatching, findMailing, isReleased } from '../../mailings/index.ts';
import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { mailQueue } from '../../sending/index.ts';
import { storeNewItems } from './feed-store.ts';
import { isRepeated, type PlannedRun, planRun, type Repeated, runTriggerKind } from './plan.ts';
import { type RunResult, resultOf } from './recipients.ts';
import { recordRun, type TriggerRun } from './runs.ts';

const hour = 3_600_000;
/** A run that is late by more than its interval is not made up. */
const graceOf: Record<Repeated['repeat'], number> = { HOUR: hour, DAY: 24 * hour, WEEK: 168 * hour, MONTH: 672 * hour };

/**
 * Runs a trigger mailing at its planned instant, and plans the next run. Recipients, what they are shown, the log of the
 * run and the next plan are written in the transaction that ends the job: a run happens once, whatever dies in between.
 * @param fetch asks for feeds
 * @param wake starts the delivery of what a run has queued
 */
export function runTriggerJob(fetch: GuardedFetch, wake: () => void): JobHandler<PlannedRun> {
  return {
    ...runTriggerKind,
    // Feeds may be slow.
    concurrency: 4,
    async run(db, { mailingId, plannedAt }, { accountId, attempt, now, signal, complete }) {
      const run: TriggerRun = { mailingId, plannedAt: new Date(plannedAt) };
      const mailing = await findMailing(db, accountId, mailingId);
      const dispatching = mailing && (await findDispatching(db, mailing));
      if (!mailing || !isReleased(mailing.state) || !dispatching || !isRepeated(dispatching)) return;
      const account = await findAccount(db, accountId);
      const late = now().getTime() - plannedAt > graceOf[dispatching.repeat];
      const result: RunResult = late
        ? { contacts: null }
        : await resultOf({ db, accountId, run, dispatching, fetch, attempt, signal });
      if (signal.aborted) return;
      await db.transaction().execute(async (transaction) => {
        await complete(transaction);
        if (await recordRun(transaction, accountId, run, now(), result)) {
          if (result.news) await storeNewItems(transaction, accountId, run, result.news);
          await mailQueue.queueDeliveries(transaction, mailing, result.contacts ?? [], {
            kind: 'run',
            plannedAt: run.plannedAt,
          });
        }
        await planRun(transaction, account, mailing, late ? now() : run.plannedAt);
      });
      wake();
    },
  };
}
