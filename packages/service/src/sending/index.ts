/** Answers of contacts to mails. */

export { archiveTask } from './archiving/task.ts';
export * as bounceEvents from './bounces/accept-events.ts';
export * as answers from './bounces/answers/index.ts';
export { type BounceMailbox, collectBounces } from './bounces/mailbox/collector.ts';
export { contactsWithoutMailbox } from './bounces/missing-mailboxes.ts';
export { startBounceReceiver } from './bounces/receiver.ts';
export { BounceSources } from './bounces/sources.ts';
export { advanceLater } from './deliveries/advance-later.ts';
export { isDelivering, voidBatchLeases } from './deliveries/batches.ts';
export type { MailEnvironment } from './deliveries/environment.ts';
export type { MailSource } from './deliveries/mail-source.ts';
/** Mails that wait to be sent. */
export * as mailQueue from './deliveries/queue.ts';
export { deleteMails, deleteRecipients, eraseReplies } from './deliveries/recipients.ts';
export { findRefusals, type Refusal } from './deliveries/refusals.ts';
export { deliverTask } from './deliveries/task.ts';
export { type DkimSetup, missingKeyFault, signatureFaults } from './dkim/faults.ts';
export {
  closestKeys,
  createDkimKey,
  type DkimRecord,
  followDkimKeys,
  keyFiles,
  keyName,
  listDkimRecords,
} from './dkim/keys.ts';
/** DKIM keys that an account brings along. */
export * as movedKeys from './dkim/moved-keys.ts';
export { describeDkimFault } from './dkim/record-fault.ts';
export type { DkimKey } from './dkim/sign.ts';
/** What domains of senders prove. */
export * as dmarc from './dmarc/index.ts';
/** Reports of receivers about the domains of senders. */
export * as domainReports from './domain-reports/index.ts';
/** Variants of mailings that are tried on parts of a target group. */
export * as experiments from './experiment-course/index.ts';
/** What goes wrong in sendouts, and what is known of it. */
export * as guard from './guard/index.ts';
export { allDomains, type Limit } from './limits/bucket.ts';
export { limitsOf, removeLimit, setLimit } from './limits/store.ts';
export { wakePostponed } from './limits/wake-postponed.ts';
export { pagesOf } from './mail/addresses.ts';
export {
  compileMail,
  type MailNotice,
  type MailTemplate,
  type MailTexts,
  mailTexts,
  rememberSenders,
} from './mail/compile-mail.ts';
export { messageIdOf } from './mail/identity.ts';
export { liquidNamespaces } from './mail/liquid-values.ts';
export { newMessageId } from './mail/message-id.ts';
export type { ReadOccasionContent } from './mail/occasion-content.ts';
/** Messages that go on as programs have submitted them. */
export * as passing from './mail/passed-on.ts';
export { personalAddress, type Visitor, webVersion } from './mail/personal.ts';
export type { Recipient, TrackedAddresses } from './mail/recipient.ts';
export { type RenderContext, readRenderContext } from './mail/render-context.ts';
export { tagSources } from './mail/tag-sources.ts';
export type { TrackedLinks } from './mail/tracked-links.ts';
export { type MailTransport, messageOf } from './mail/transport.ts';
export { valuesOf } from './mail/values.ts';
/** What stands in the way of mailings, and who would get them. */
export * as obstacles from './obstacles/index.ts';
export { eraseMailsTask } from './outbox/erase-mails-task.ts';
export { type Outbox, openOutbox } from './outbox/outbox.ts';
export type { BulkReceiver } from './receivers/bulk-forecast.ts';
export * as relaying from './relay/index.ts';
export { fireScheduleJob } from './scheduled/fire.ts';
/** What a mailing sends from the moment that it cannot be changed. */
export * as seals from './seals/index.ts';
/** DNS records that domains of senders need. */
export * as senderDns from './sender-dns/index.ts';
export { advanceSendoutJob } from './sendouts/advance.ts';
/** Sendouts at a time of the clock where each contact is. */
export * as localSendouts from './sendouts/local-sendouts.ts';
export { countRecipients, latestSendouts, type Progress, sendoutsUnderWay } from './sendouts/progress.ts';
export { queueSendout } from './sendouts/queue.ts';
/** Users who stand for large sendouts. */
export * as signOffs from './sign-offs/index.ts';
export { recordReturn } from './stories/returns.ts';
export type { NewStep } from './stories/steps.ts';
/** What becomes of contacts without activity. */
export * as sunset from './sunset/index.ts';
export type { AnswerKind } from './tables.ts';
export {
  deleteEarlierTrials,
  deleteTrialMails,
  hasWaitingTrials,
  listTrialMails,
  purgeTrialMailsTask,
  type TrialMail,
  type TrialReturn,
  type TrialStart,
  trialReturnKind,
} from './trials/trials.ts';
