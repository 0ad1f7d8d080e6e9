import { refreshFilterJob } from '../audiences/index.ts';
import type { AnyJobHandler } from '../platform/queue/run-job.ts';
import { advanceSendoutJob, fireScheduleJob } from '../sending/index.ts';

/**
 * What is done with the jobs of the queue, one handler a kind.
 * @param wake starts the tasks that look for what jobs have left to do
 */
export function jobHandlers(wake: () => void): readonly AnyJobHandler[] {
  return [refreshFilterJob, fireScheduleJob(), advanceSendoutJob(wake)];
}
