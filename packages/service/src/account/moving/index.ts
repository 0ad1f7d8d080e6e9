export { findFault } from './faults.ts';
export { type Fingerprint, startFingerprint } from './fingerprint.ts';
export { countRows, deleteRows, fingerprintOf, insertRows, readRows } from './rows.ts';
export { beginSeal, dropFence, endSeal, fence, unseal } from './seal.ts';
export { passNumbers } from './sequences.ts';
export { accountTables, type TableOfAccounts } from './tables.ts';
