import type { Job } from './background/worker.ts';
import { refreshJob } from './contact-filters/job.ts';
import type { Database } from './db/open.ts';
import { forgetRequestsJob } from './double-opt-in/forget-job.ts';
import { optInMailJob, type Surroundings } from './double-opt-in/mail-job.ts';
import { eraseMailsJob } from './erasure/mails-job.ts';
import { scrubJob } from './erasure/scrub-job.ts';
import { forgetChangesJob } from './idempotency/job.ts';
import type { Outbox } from './outbox/outbox.ts';

/** All work that is done in the background. */
export function jobs(surroundings: Surroundings, outbox: Outbox | undefined, kind: Database['kind']): Job[] {
  return [
    refreshJob,
    forgetChangesJob,
    optInMailJob(surroundings),
    forgetRequestsJob,
    eraseMailsJob(outbox),
    scrubJob(kind),
  ];
}
