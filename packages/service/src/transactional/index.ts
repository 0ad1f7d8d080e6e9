export { acceptMails } from './mails/accept.ts';
export { eraseTransactionalMails, purgeTransactionalMailsTask } from './mails/erase.ts';
export { transactionalMails } from './mails/mail-source.ts';
export { queuedMail } from './mails/queued-mail.ts';
export {
  countMails,
  findMail,
  listMails,
  type NewContent,
  type TransactionalMail,
  transactionalSenderDomains,
} from './mails/store.ts';
export { recordSteps, storyOf } from './mails/story.ts';
export { startSubmission } from './submission/server.ts';
export type { TransactionalStepName } from './tables.ts';
export { changeFactorDemand } from './user-mails/factor-demand.ts';
export { forwardAnswer } from './user-mails/forward-answer.ts';
/** Mails to users of an account. */
export * as userMails from './user-mails/mails.ts';
export { changeSignOffLimit } from './user-mails/sign-off-limit.ts';
export { tellOutcomeJob } from './user-mails/tell-outcome.ts';
