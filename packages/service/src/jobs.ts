import type { Job } from './background/worker.ts';
import { refreshJob } from './contact-filters/job.ts';
import { optInMailJob, type Surroundings } from './double-opt-in/mail-job.ts';
import { forgetChangesJob } from './idempotency/job.ts';

/** All work that is done in the background. */
export function jobs(surroundings: Surroundings): Job[] {
  return [refreshJob, forgetChangesJob, optInMailJob(surroundings)];
}
