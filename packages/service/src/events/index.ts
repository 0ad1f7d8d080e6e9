export { listIdleSteps, readTally } from './automation/idle-steps.ts';
export * as programJobs from './automation/jobs.ts';
export { findProgramObstacles } from './automation/obstacles.ts';
export { planStarts } from './automation/plan-starts.ts';
export {
  countPrograms,
  findProgram,
  findVersion,
  insertProgram,
  listPrograms,
  lockProgram,
  lockPrograms,
  type Program,
  programNames,
  programWith,
  raiseVersion,
} from './automation/programs.ts';
export { deleteRunsOf, startRuns } from './automation/runs.ts';
export { nextStartOf, planDateStarts } from './automation/start-by-date.ts';
export { startProgramsByTransactions } from './automation/start-by-event.ts';
export { countStarters, planStartByHand } from './automation/start-by-hand.ts';
export { isBranching, stepsFault } from './automation/steps.ts';
export { activeUserWith } from './automation/take-step.ts';
/** How contacts are taken over by the newest version of a program. */
export * as takeovers from './automation/takeovers.ts';
export { tryProgram } from './automation/try-program.ts';
export { findProgramUsing, programStartedBy, type UsedObject } from './automation/uses.ts';
/** How contacts go through programs. */
export * as programRuns from './automation/versions-in-use.ts';
export { programWatchers } from './automation/watches.ts';
export { confirm, type Evidence, type Found, lookUp } from './double-opt-in/confirm.ts';
export { findConfirmationObstacle } from './double-opt-in/confirmation.ts';
export { optInMails } from './double-opt-in/mail-source.ts';
export { purgeRequestsTask } from './double-opt-in/purge-task.ts';
export { requestOptIn } from './double-opt-in/request.ts';
export { requestOptIns } from './double-opt-in/request-several.ts';
export { deleteRequestsOf } from './double-opt-in/requests.ts';
export { words } from './double-opt-in/words.ts';
export { readOccasionContent } from './occasion-content.ts';
export type { StartDate, StartOn } from './tables.ts';
export { changeType } from './transactions/change-type.ts';
export { createTransactions } from './transactions/create.ts';
export { attributesOfExample } from './transactions/example.ts';
export { purgeTransactionsTask } from './transactions/purge-task.ts';
export {
  deleteTransactions,
  deleteTransactionsWithId,
  eraseContents,
  findTransactionContent,
} from './transactions/store.ts';
export {
  countTypes,
  deleteType,
  findTypes,
  insertType,
  listTypes,
  type TransactionType,
} from './transactions/types.ts';
export { planRun } from './triggers/plan.ts';
export { runTriggerJob } from './triggers/run-job.ts';
export { startSingleTriggers } from './triggers/start-single.ts';
export { deliverEventsJob } from './webhooks/deliver.ts';
export { eventDocument } from './webhooks/document.ts';
/** Events of mails for webhooks, which read them from the journal. */
export * as mailEvents from './webhooks/mail-events/index.ts';
export { lastDeliveries, newestEvents, type OutboxEvent } from './webhooks/outbox.ts';
export { webhookListener } from './webhooks/record.ts';
export { readWebhook, settingsDocument } from './webhooks/settings.ts';
export { newSecret, secretText } from './webhooks/signature.ts';
export {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  updateWebhook,
  type Webhook,
  webhookSecret,
} from './webhooks/store.ts';
