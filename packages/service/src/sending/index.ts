export { archiveTask } from './archiving/task.ts';
export * as bounceEvents from './bounces/accept-events.ts';
export { type BounceMailbox, collectBounces } from './bounces/mailbox/collector.ts';
export { contactsWithoutMailbox } from './bounces/missing-mailboxes.ts';
export { startBounceReceiver } from './bounces/receiver.ts';
export { BounceSources } from './bounces/sources.ts';
export { advanceLater } from './deliveries/advance-later.ts';
export { isDelivering, voidBatchLeases } from './deliveries/batches.ts';
export type { MailEnvironment } from './deliveries/environment.ts';
export type { MailSource } from './deliveries/mail-source.ts';
export { queueDeliveries, queueMails } from './deliveries/queue.ts';
export { deleteMails, deleteRecipients, eraseReplies } from './deliveries/recipients.ts';
export { findRefusals, type Refusal } from './deliveries/refusals.ts';
export { deliverTask } from './deliveries/task.ts';
export { type DnsRecord, domainRecords } from './dkim/domain-records.ts';
export { type DkimSetup, missingKeyFault, type ReadTexts, recordFault, signatureFaults } from './dkim/faults.ts';
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
export type { DkimKey } from './dkim/sign.ts';
export { allDomains, type Limit } from './limits/bucket.ts';
export { limitsOf, removeLimit, setLimit } from './limits/store.ts';
export { wakePostponed } from './limits/wake-postponed.ts';
export { pagesOf } from './mail/addresses.ts';
export { compileMail, type MailNotice, type MailTemplate, mailTexts } from './mail/compile-mail.ts';
export { messageIdOf } from './mail/identity.ts';
export { liquidNamespaces } from './mail/liquid-values.ts';
export { newMessageId } from './mail/message-id.ts';
export type { ReadOccasionContent } from './mail/occasion-content.ts';
export { personalAddress, type Visitor, webVersion } from './mail/personal.ts';
export type { Recipient, TrackedAddresses } from './mail/recipient.ts';
export { type RenderContext, readRenderContext } from './mail/render-context.ts';
export { tagSources } from './mail/tag-sources.ts';
export type { TrackedLinks } from './mail/tracked-links.ts';
export { type MailTransport, messageOf } from './mail/transport.ts';
export { valuesOf } from './mail/values.ts';
export { eraseMailsTask } from './outbox/erase-mails-task.ts';
export { type Outbox, openOutbox } from './outbox/outbox.ts';
export * as relaying from './relay/index.ts';
export { fireScheduleJob } from './scheduled/fire.ts';
/** What a mailing sends from the moment that it cannot be changed. */
export * as seals from './seals/index.ts';
export { advanceSendoutJob } from './sendouts/advance.ts';
export { countRecipients, latestSendouts, type Progress, sendoutsUnderWay } from './sendouts/progress.ts';
export { queueSendout } from './sendouts/queue.ts';
/** Users who stand for large sendouts. */
export * as signOffs from './sign-offs/index.ts';
export { recordReturn } from './stories/returns.ts';
export type { NewStep } from './stories/steps.ts';
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
