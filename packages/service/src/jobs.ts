import type { Job } from './background/worker.ts';
import { refreshJob } from './contact-filters/job.ts';
import { forgetChangesJob } from './idempotency/job.ts';

/** All work that is done in the background. */
export const jobs: Job[] = [refreshJob, forgetChangesJob];
