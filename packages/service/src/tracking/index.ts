export { type ArchivedMail, archiveMails, archiveReadings, hasEventsBefore, oldestEvent } from './archive.ts';
export { clientOf } from './client/client.ts';
export { didCondition, type MailActivity } from './conditions.ts';
export { keepConversionsTogether } from './conversions/keep-together.ts';
export { linkMarker } from './conversions/link-marker.ts';
export {
  attributionOfContacts,
  attributionOfToken,
  mailingOfOrder,
  newOrderId,
  recordConversion,
  recordUnattributed,
} from './conversions/record.ts';
export { hasGoal, insertGoal, insertSite, listSites, type SiteWithGoals, sitesWithGoals } from './conversions/sites.ts';
export { eraseUserAgents } from './erase-user-agents.ts';
export { lastActivity } from './last-activity.ts';
export { linkFinder } from './links/find.ts';
export { linksInHtml } from './links/in-html.ts';
export { pixelImage, type TrackingPlan, trackingPlan } from './links/plan.ts';
export { registerPlan } from './links/store.ts';
export type { MailKey } from './mail-key.ts';
export {
  formatOccasion,
  type Occasion,
  type OccasionKey,
  parseOccasion,
  type Trial,
  transactionalOccasions,
} from './occasion.ts';
export { type InsertedBounce, insertBounces, publishBounces, publishedBounce } from './recording/bounces.ts';
export { Classifier } from './recording/classify.ts';
export { insertDeliveries } from './recording/deliveries.ts';
export { existingContacts } from './recording/existing-contacts.ts';
export { ensureReaders } from './recording/readers.ts';
export { type EventRecorder, startRecorder } from './recording/recorder.ts';
export { bounceKindsOf, devicesOf, type LinkResult, linkResultsOf, timelineOf } from './report.ts';
export { responsesOf } from './responses.ts';
export type { BounceReason, DeviceType, EventClass, LinkType, MailFormat, TrackingStrategy } from './tables.ts';
export { bearerOf, personalPages, recordsContact, trackedAddresses } from './tokens/addresses.ts';
export { signingKey, trackingSecret } from './tokens/keys.ts';
export { type MailTokenContent, mailAddresses, mailTokenVerifier } from './tokens/mail-token.ts';
export { purgeKeysTask } from './tokens/purge-task.ts';
export type { TokenContent, TokenRecipient } from './tokens/token.ts';
export { tokenVerifier, type VerifyToken } from './tokens/verify.ts';
export { countRecentDeliveries, type Totals, totalsOf } from './totals.ts';
