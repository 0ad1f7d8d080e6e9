import { changeContactsJob, refreshFilterJob } from '../audiences/index.ts';
import { deliverEventsJob, mailEvents, programJobs, runTriggerJob } from '../events/index.ts';
import { importJob } from '../imports/index.ts';
import type { GuardedFetch } from '../platform/fetch/fetch.ts';
import type { AnyJobHandler } from '../platform/queue/run-job.ts';
import { type CheckOptions, checkJob, recordTrialReturnJob, unansweredTestJob } from '../quality/index.ts';
import { advanceSendoutJob, experiments, fireScheduleJob, type MailEnvironment, sunset } from '../sending/index.ts';
import { tellOutcomeJob } from '../transactional/index.ts';

/**
 * Returns the handlers of all kinds of jobs.
 * @param wake starts the tasks that process what jobs have prepared
 * @param keepEvents days for which events are kept; for ever if undefined
 */
export function jobHandlers(
  environment: MailEnvironment & { fetch: GuardedFetch },
  checks: CheckOptions,
  wake: () => void,
  keepEvents?: number,
): readonly AnyJobHandler[] {
  const { fetch, publicUrl } = environment;
  return [
    refreshFilterJob,
    changeContactsJob(wake),
    fireScheduleJob,
    runTriggerJob(fetch, wake),
    programJobs.startProgramJob,
    programJobs.startExistingJob,
    programJobs.startBySegmentJob,
    programJobs.startByHandJob,
    programJobs.startWatchedJob,
    programJobs.takeoverJob(),
    programJobs.runProgramJob(publicUrl, wake),
    advanceSendoutJob(wake),
    sunset.sunsetJob(keepEvents, wake),
    experiments.decideExperimentJob,
    checkJob(environment, { fetch, ...checks }),
    recordTrialReturnJob,
    unansweredTestJob,
    deliverEventsJob(fetch),
    mailEvents.sendMailEventsJob(fetch),
    importJob,
    tellOutcomeJob(publicUrl, wake),
  ];
}
