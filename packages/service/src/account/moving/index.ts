export { type Fingerprint, startFingerprint } from './fingerprint.ts';
export { countRows, deleteRows, fingerprintOf, insertRows, passNumbers, readRows } from './rows.ts';
export { beginSeal, dropFence, endSeal, fence, unseal } from './seal.ts';
export { accountTables, type TableOfAccounts } from './tables.ts';
