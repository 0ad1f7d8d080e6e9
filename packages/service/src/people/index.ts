export { parseEmail } from '../platform/text/email.ts';
export * as blacklistEntry from './blacklists/entry.ts';
export { isBlacklisted } from './blacklists/match.ts';
export {
  findBlacklist,
  findOrInsertBlacklist,
  insertBlacklist,
  listBlacklists,
  listEntries,
  suppressionList,
} from './blacklists/store.ts';
export { blockContacts, explainBlocks } from './blocks/store.ts';
export { confirmContact } from './changes/confirm.ts';
export { type ImportedContact, importNamed, type WantedContact } from './changes/import-named.ts';
export type { Origin } from './changes/row.ts';
export { changeContacts } from './changes/several.ts';
export { changeContact, createContact } from './changes/single.ts';
export { contactChecksum } from './contacts/checksum.ts';
export * as contactCounts from './contacts/counts.ts';
export {
  type CustomFields,
  type CustomFieldType,
  type CustomValue,
  customValue,
  formatCustomValue,
  parseCustomValue,
} from './contacts/custom-fields.ts';
export * as contactDocuments from './contacts/document.ts';
export { emptyContact } from './contacts/empty-contact.ts';
export { hasMoreContacts } from './contacts/has-more-contacts.ts';
export * as importedContacts from './contacts/imported.ts';
export { type ContactBody, type ContactChange, readContact } from './contacts/input.ts';
export type { ContactKey } from './contacts/key-locks.ts';
export {
  blocked,
  contactsAfter,
  containsWords,
  forgetContactTotals,
  pageOfContacts,
  updatedAfter,
} from './contacts/list.ts';
export { findByKeys, keyOfName, type NamedContact } from './contacts/named.ts';
export * as contactOrder from './contacts/order.ts';
export { createdPermission, grantedPermission, isDoubleOptIn, updatedPermission } from './contacts/permission.ts';
export * as contactPieces from './contacts/pieces.ts';
export {
  refuseSeveral,
  requireChecksum,
  requireContact,
  requireEmail,
  requireOnlyContact,
} from './contacts/require.ts';
export * as samples from './contacts/samples.ts';
export { isStandardField, standardFields } from './contacts/standard-fields.ts';
export { contactState } from './contacts/state.ts';
export {
  type Contact,
  type ContactCondition,
  contactsMatching,
  customFields,
  findContacts,
  lockContacts,
  namedContacts,
  reachableContacts,
} from './contacts/store.ts';
export { eraseAllContacts, eraseContacts } from './erasure/erase.ts';
export type { ErasureHook } from './erasure/hooks.ts';
export { erasureMarks } from './erasure/store.ts';
export { clearField } from './fields/clear.ts';
export { customFieldNameFault } from './fields/name.ts';
export { deleteField, insertCustomField, lockCustomField, renameField } from './fields/store.ts';
export { frequentValues } from './fields/values.ts';
export { parseReasons } from './log/reasons.ts';
export { recordSubscriptions } from './log/subscriptions.ts';
export { addReasons } from './log/unsubscriptions.ts';
export { setPace } from './pace/pace.ts';
export { namedFields, type ProfileField, profileFields, setProfileFields } from './profile/fields.ts';
export { profileValue, readProfile } from './profile/values.ts';
export { addEntries, removeEntry, unsuppress } from './suppressions/change.ts';
export {
  countSuppressions,
  listSuppressions,
  type Suppression,
} from './suppressions/list.ts';
export type { KnownBy, SyncOptions } from './synchronization/options.ts';
export { type SyncResult, synchronize } from './synchronization/synchronize.ts';
export { valueFault } from './synchronization/validate.ts';
export type { BlockReason, Permission, UnsubscriptionSource } from './tables.ts';
export * as tagNames from './tags/name.ts';
export * as contactTags from './tags/store.ts';
export { contactTasks } from './tasks.ts';
export { isMarked, setMark } from './unsubscriptions/marks.ts';
export { unsubscribe } from './unsubscriptions/unsubscribe.ts';
