export type { Account } from './account.ts';
export { answerSettings, setAnswerSettings } from './answer-settings.ts';
export { parsePast } from './audit/parse-past.ts';
export { purgeActsTask } from './audit/purge-task.ts';
export { listActs, noteAct } from './audit/store.ts';
export { type BounceLimits, bounceLimits, setBounceLimits } from './bounce-limits.ts';
/** Look of the public pages of an account. */
export * as branding from './branding/branding.ts';
export { allRights, generateKey, hashKey, keyFault, parseExpiry, parseRights } from './keys/key.ts';
export { rememberKeyHolders } from './keys/memory.ts';
export { isGoodFrom, parseNetworks } from './keys/networks.ts';
export {
  countValidKeys,
  findKeyHolder,
  findKeysByHash,
  insertKey,
  isValidKey,
  type KeyHolder,
  listKeys,
  listValidKeys,
  replaceKey,
  revokeKey,
  revokeKeys,
} from './keys/store.ts';
export * as mailStyle from './mail-style/index.ts';
export * as savedBlocks from './media/blocks.ts';
export { imageType } from './media/image-type.ts';
export {
  addImage,
  countImages,
  deleteImage,
  findImage,
  findImageById,
  listImages,
  type MediaImage,
  mediaBytes,
  putImage,
  renameImage,
} from './media/images.ts';
export * as templates from './media/store.ts';
export { findThumbnail } from './media/thumbnails/find.ts';
/** Copies of all rows of an account. */
export * as moving from './moving/index.ts';
export { checkNames, nameFault } from './names.ts';
/** Keys of operators, and what they may make. */
export * as operators from './operators/index.ts';
export { keysFault } from './placeholders/rules.ts';
export {
  deletePlaceholder,
  deletePlaceholdersBut,
  listPlaceholders,
  type Placeholder,
  putPlaceholders,
} from './placeholders/store.ts';
export { pressureLimit, setPressureLimit } from './pressure-limit.ts';
export { isQuotaName, type QuotaName, quotaNames, quotas } from './quotas/quotas.ts';
export { type CountedRows, idempotencyKeysKept, quotasOf, requireRoom, setQuota } from './quotas/store.ts';
/** Encryption of the secrets in the database. */
export * as secrets from './secrets/index.ts';
/** Domains of senders that belong to accounts. */
export * as senders from './sender-domains/index.ts';
export { limitFault, sendoutLimits, setSendoutLimits } from './sendout-limits.ts';
export {
  deleteSession,
  findSessionHolder,
  findSessionKey,
  insertSession,
  type SessionName,
} from './sessions/store.ts';
/** What applies to a whole account. */
export * as accountSettings from './settings.ts';
export {
  closeAccount,
  findAccount,
  findAccountById,
  insertAccount,
  isOpen,
  listAccounts,
} from './store.ts';
export type { Privilege, Right, Role } from './tables.ts';
/** People who work with an account, and their ways in. */
export * as users from './users/door.ts';
export { purgeSessionsTask } from './users/purge-task.ts';
