export { addAttachment, copyAttachments, removeAttachments } from './attachments/change.ts';
export { maxAttachmentKb, maxAttachments } from './attachments/limits.ts';
export { attachmentsOf, countAttachments, findAttachment, listAttachments } from './attachments/store.ts';
export { transactionalCarrier } from './carrier.ts';
export {
  type ContentChange,
  changeContent,
  changeSettings,
  raiseContentVersion,
  renameMailing,
  type SettingsChange,
} from './change.ts';
export { copyMailing } from './copy.ts';
export { nextRun } from './dispatching/next-run.ts';
export { readDispatching, readEventName } from './dispatching/read.ts';
export {
  type Dispatching,
  deleteDispatching,
  findDispatching,
  mailingTriggeredBy,
  putDispatching,
} from './dispatching/store.ts';
export { waitingTriggers } from './dispatching/waiting-triggers.ts';
export { fillForNobody, showSubject } from './fill-for-nobody.ts';
export { latestMailings, type MailingListing } from './lists/latest.ts';
export { listMailings } from './lists/list.ts';
export { moveMailing } from './move.ts';
export {
  findMailingByArchiveToken,
  findMailingByReportToken,
  senderDomains,
  stoppedMailings,
} from './overview.ts';
export { deleteProperty, listProperties, putProperties, updateProperty } from './properties/store.ts';
export { raiseVersionsShowing } from './raise-versions.ts';
/** What a mailing must have before it can be sent, or tried. */
export * as parts from './readiness.ts';
export { missingParts } from './readiness.ts';
/** The address by which others see the report of a mailing. */
export * as reportAddress from './report-address.ts';
/** Mailings that send another one again. */
export * as resends from './resend.ts';
/** Contents of mailings as they were saved, and what people have typed and not saved. */
export * as revisions from './revisions/index.ts';
export { type FireSchedule, fireScheduleKind } from './schedules/kind.ts';
/** Schedules at a time of the clock where each contact is. */
export * as localTimes from './schedules/local-time.ts';
/** Parameters of schedules. */
export * as scheduleParameters from './schedules/read.ts';
export { scheduleMailing, unscheduleMailing } from './schedules/schedule.ts';
export { type SendingSlice, slicesOf } from './schedules/slices.ts';
export { findSchedule, type Schedule, settleSchedule } from './schedules/store.ts';
export { endOf, type Move, originsOf } from './state-machine.ts';
export { isFinished, isMailingState, isReleased, isSealed, isUnderWay, mailingStates, wasSent } from './states.ts';
export {
  deleteMailing,
  findContent,
  findMailing,
  findMailingByDoiKey,
  findMailingIdByName,
  findSubject,
  insertMailing,
  lockMailing,
  lockMailings,
  type Mailing,
  type MailingContent,
  mailingNames,
} from './store.ts';
export type { MailingState } from './tables.ts';
export { lastTransitions } from './transitions.ts';
export { mailingsContaining, mailingsForAudience, scheduledByField, type UsingMailing } from './uses.ts';
