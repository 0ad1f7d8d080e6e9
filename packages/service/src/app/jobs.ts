import { refreshFilterJob } from '../audiences/index.ts';
import { deliverEventsJob, runProgramJob, runTriggerJob } from '../events/index.ts';
import { importJob } from '../imports/index.ts';
import type { GuardedFetch } from '../platform/fetch/fetch.ts';
import type { AnyJobHandler } from '../platform/queue/run-job.ts';
import { type CheckOptions, checkJob, recordTrialReturnJob } from '../quality/index.ts';
import { advanceSendoutJob, fireScheduleJob, type MailEnvironment } from '../sending/index.ts';

/**
 * Returns the handlers of all kinds of jobs.
 * @param wake starts the tasks that process what jobs have prepared
 */
export function jobHandlers(
  environment: MailEnvironment & { fetch: GuardedFetch },
  checks: CheckOptions,
  wake: () => void,
): readonly AnyJobHandler[] {
  const { fetch } = environment;
  return [
    refreshFilterJob,
    fireScheduleJob,
    runTriggerJob(fetch, wake),
    runProgramJob(wake),
    advanceSendoutJob(wake),
    checkJob(environment, { fetch, ...checks }),
    recordTrialReturnJob,
    deliverEventsJob(fetch),
    importJob,
  ];
}
