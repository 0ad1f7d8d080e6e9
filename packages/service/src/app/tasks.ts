import { purgeActsTask, purgeSessionsTask } from '../account/index.ts';
import { purgeRequestsTask, purgeTransactionsTask } from '../events/index.ts';
import { purgeImportsTask } from '../imports/index.ts';
import { contactTasks } from '../people/index.ts';
import type { Database } from '../platform/database/open.ts';
import { purgeChangesTask } from '../platform/idempotency/purge-task.ts';
import type { Task } from '../platform/tasks/worker.ts';
import {
  archiveTask,
  deliverTask,
  eraseMailsTask,
  type MailEnvironment,
  type Outbox,
  purgeTrialMailsTask,
} from '../sending/index.ts';
import { purgeAllowancesTask } from '../sign-up/index.ts';
import { purgeKeysTask } from '../tracking/index.ts';
import { purgeTransactionalMailsTask } from '../transactional/index.ts';
import { mailSources } from './mail-sources.ts';

/**
 * Returns the maintenance tasks.
 * @param wakeQueue starts the queue when a task has enqueued jobs
 * @param keepEvents days; without a limit if undefined
 */
export function tasks(
  environment: MailEnvironment,
  outbox: Outbox | undefined,
  kind: Database['kind'],
  wakeQueue: () => void,
  keepEvents: number | undefined,
): Task[] {
  return [
    deliverTask(environment, mailSources(environment), wakeQueue),
    purgeChangesTask,
    purgeRequestsTask,
    purgeTransactionsTask,
    purgeTrialMailsTask,
    purgeTransactionalMailsTask,
    purgeAllowancesTask,
    purgeKeysTask,
    purgeActsTask,
    purgeSessionsTask,
    purgeImportsTask,
    ...(keepEvents === undefined ? [] : [archiveTask(keepEvents)]),
    ...outboxTasks(outbox),
    ...contactTasks(kind),
  ];
}

/** Tasks of each process with an outbox. */
export const outboxTasks = (outbox: Outbox | undefined): Task[] =>
  outbox === undefined ? [] : [eraseMailsTask(outbox)];
