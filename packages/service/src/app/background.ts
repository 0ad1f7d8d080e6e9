import type { Database } from '../platform/database/open.ts';
import type { GuardedFetch } from '../platform/fetch/fetch.ts';
import type { Log } from '../platform/log/log.ts';
import { runQueue } from '../platform/queue/run-queue.ts';
import { startWorker } from '../platform/tasks/worker.ts';
import type { CheckOptions } from '../quality/index.ts';
import type { MailEnvironment, Outbox } from '../sending/index.ts';
import { jobHandlers } from './jobs.ts';
import { outboxTasks, tasks } from './tasks.ts';

export interface Background {
  /** Looks for work now, or for mails alone. */
  wake(work?: 'mails'): void;
  /** Ends when what is under way has stopped. */
  close(): Promise<void>;
}

/**
 * Starts all work that is done outside of requests.
 * @param keepEvents days for which openings, clicks, deliveries and bounces are kept; for ever when undefined
 */
export function startBackground(
  { kysely, kind }: Database,
  environment: MailEnvironment & { fetch: GuardedFetch },
  checks: CheckOptions,
  outbox: Outbox | undefined,
  log: Log,
  keepEvents?: number,
): Background {
  const wakeQueue = () => queue.wake();
  const worker = startWorker(kysely, tasks(environment, outbox, kind, wakeQueue, keepEvents), log);
  const queue = runQueue(kysely, jobHandlers(environment, checks, worker.wake, keepEvents), log);
  return {
    wake(work) {
      worker.wake();
      if (work === undefined) queue.wake();
    },
    close: async () => {
      await Promise.all([worker.close(), queue.close()]);
    },
  };
}

/** Starts what a process without a worker does all the same: another one does not reach its outbox. */
export function startOutboxUpkeep({ kysely }: Database, outbox: Outbox | undefined, log: Log): Background {
  return startWorker(kysely, outboxTasks(outbox), log);
}
