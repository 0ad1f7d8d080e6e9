import { purgeActsTask, purgeSessionsTask, secrets } from '../account/index.ts';
import { mailEvents, purgeRequestsTask, purgeTransactionsTask } from '../events/index.ts';
import { purgeImportsTask } from '../imports/index.ts';
import { purgeJournalTask } from '../journal/index.ts';
import { purgeOutcomesTask } from '../outcomes/index.ts';
import { contactTasks } from '../people/index.ts';
import type { Database } from '../platform/database/open.ts';
import { purgeChangesTask } from '../platform/idempotency/purge-task.ts';
import type { Task } from '../platform/tasks/worker.ts';
import {
  answers,
  archiveTask,
  deliverTask,
  domainReports,
  eraseMailsTask,
  type MailEnvironment,
  type Outbox,
  purgeTrialMailsTask,
} from '../sending/index.ts';
import { purgeAllowancesTask } from '../sign-up/index.ts';
import { purgeKeysTask } from '../tracking/index.ts';
import { purgeTransactionalMailsTask } from '../transactional/index.ts';
import { mailSources } from './mail-sources.ts';

/** What grows old is looked for so often. */
const restMillis = 60_000;

/**
 * Returns the tasks of a worker: to deliver, and upkeep, which takes twenty statements and must not follow each mail.
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
  const upkeep = [
    purgeChangesTask,
    purgeRequestsTask,
    purgeTransactionsTask,
    purgeTrialMailsTask,
    purgeTransactionalMailsTask,
    purgeAllowancesTask,
    purgeKeysTask,
    purgeActsTask,
    purgeSessionsTask,
    secrets.sealSecretsTask,
    purgeImportsTask,
    purgeOutcomesTask,
    purgeJournalTask(keepEvents),
    domainReports.purgeDomainReportsTask,
    ...(keepEvents === undefined ? [] : [archiveTask(keepEvents), answers.purgeAnswersTask(keepEvents)]),
    ...contactTasks(kind),
  ];
  return [
    deliverTask(environment, mailSources(environment), wakeQueue),
    mailEvents.sendMailEventsTask(wakeQueue),
    ...outboxTasks(outbox),
    ...upkeep.map((task) => ({ ...task, restMillis })),
  ];
}

/** Tasks of each process with an outbox. */
export const outboxTasks = (outbox: Outbox | undefined): Task[] =>
  outbox === undefined ? [] : [eraseMailsTask(outbox)];
