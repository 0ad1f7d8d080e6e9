import { refreshFilterJob } from '../audiences/index.ts';
import { deliverEventsJob, runProgramJob, runTriggerJob } from '../events/index.ts';
import { importJob } from '../imports/index.ts';
import type { GuardedFetch } from '../platform/fetch/fetch.ts';
import type { AnyJobHandler } from '../platform/queue/run-job.ts';
import { type CheckOptions, checkJob, recordTrialReturnJob } from '../quality/index.ts';
import { advanceSendoutJob, fireScheduleJob, type MailEnvironment } from '../sending/index.ts';
import { tellStoppedSendout } from '../transactional/index.ts';

/**
 * Returns the handlers of all kinds of jobs.
 * @param wake starts the tasks that process what jobs have prepared
 */
export function jobHandlers(
  environment: MailEnvironment & { fetch: GuardedFetch },
  checks: CheckOptions,
  wake: () => void,
): readonly AnyJobHandler[] {
  const { fetch, publicUrl } = environment;
  const tellStopped: Parameters<typeof fireScheduleJob>[0] = (db, mailing, reason) =>
    tellStoppedSendout(db, mailing, reason, publicUrl);
  return [
    refreshFilterJob,
    fireScheduleJob(tellStopped),
    runTriggerJob(fetch, wake),
    runProgramJob(wake),
    advanceSendoutJob(wake, tellStopped),
    checkJob(environment, { fetch, ...checks }),
    recordTrialReturnJob,
    deliverEventsJob(fetch),
    importJob,
  ];
}
