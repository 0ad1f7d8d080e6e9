export { type AnswerRow, answers } from './answers.ts';
export { type BlockRow, blocks } from './blocks.ts';
export { type BounceRow, bounces, type UniqueBounceRow, uniqueBounces } from './bounces.ts';
export { clickMap } from './click-map.ts';
export { type ClickRow, clicks, uniqueClicks } from './clicks.ts';
export { reportContacts } from './contact.ts';
export { contactHash } from './contact-hash.ts';
export {
  type ConversionRow,
  conversions,
  countUniqueConversions,
  pageOfUniqueConversions,
  revenueOf,
} from './conversions.ts';
export { describeMailEvents, mailOf, transactionIdOf } from './mail-event-documents.ts';
export { pageOfMailEvents } from './mail-events.ts';
export { readMailingReport } from './mailing-report.ts';
export { type OpenRow, opens, uniqueOpens } from './opens.ts';
export { ownRecords } from './own-records.ts';
export type { Reading } from './reading.ts';
export { type RecipientReportRow, recipients } from './recipients.ts';
export { type CommonFilters, countForPages, countOf, pageOf, type Report, type ReportSection } from './report.ts';
export { type SparedRow, sparedContacts } from './spared-contacts.ts';
export { type SubscriberRow, subscribers } from './subscribers.ts';
export { mailingSummaries } from './summaries.ts';
export { countReasons, reasonCounts } from './unsubscription-reasons.ts';
export { type UnsubscriptionRow, unsubscriptions } from './unsubscriptions.ts';
