import { refreshJob } from '../audiences/index.ts';
import { forgetRequestsJob, optInMailJob, type Surroundings } from '../events/index.ts';
import { scrubJob } from '../people/index.ts';
import type { Database } from '../platform/database/open.ts';
import { forgetChangesJob } from '../platform/idempotency/job.ts';
import type { Job } from '../platform/work/worker.ts';
import { eraseMailsJob, type Outbox } from '../sending/index.ts';

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
