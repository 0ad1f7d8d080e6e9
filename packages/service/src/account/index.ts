export type { Account } from './account.ts';
export { type AccountListing, accountAdministration } from '../administration/accounts.ts';
export { type AuditListing, auditAdministration } from '../administration/audit.ts';
export { forgetActsTask } from './audit/forget-task.ts';
export { parsePast } from './audit/past.ts';
export { noteAct } from './audit/store.ts';
export { chooseAccount } from '../administration/choose-account.ts';
export { type KeyListing, keyAdministration } from '../administration/keys.ts';
export { allRights, generateKey, hashKey, keyFault, parseExpiry, parseRights } from './keys/key.ts';
export { rememberKeyHolders } from './keys/memory.ts';
export { isGoodFrom, parseNetworks } from './keys/networks.ts';
export { findKeyHolder, findKeysByHash, insertKey, isValidKey, type KeyHolder } from './keys/store.ts';
export { imageType } from './media/image-type.ts';
export { findImage, mediaBytes, putImage } from './media/images.ts';
export { listTemplates, type MediaTemplate, putTemplate, templateHtml } from './media/store.ts';
export { keysFault } from './placeholders/rules.ts';
export {
  deletePlaceholder,
  deletePlaceholdersBut,
  listPlaceholders,
  type Placeholder,
  putPlaceholders,
} from './placeholders/store.ts';
export { quotaAdministration } from '../administration/quotas.ts';
export { quotas } from './quotas/quotas.ts';
export { quotasOf, requireRoom } from './quotas/store.ts';
export { purgeSessionsTask } from './sessions/purge-task.ts';
export { deleteSession, findSessionHolder, insertSession, type SessionName, sessionHours } from './sessions/store.ts';
export { findAccount, findAccountById, insertAccount, listAccounts } from './store.ts';
