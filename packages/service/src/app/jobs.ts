import { refreshFilterJob } from '../audiences/index.ts';
import type { AnyJobHandler } from '../platform/queue/run-job.ts';

/** What is done with the jobs of the queue, one handler a kind. */
export const jobHandlers: readonly AnyJobHandler[] = [refreshFilterJob];
