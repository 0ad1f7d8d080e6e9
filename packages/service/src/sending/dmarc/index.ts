/** Exports what the domains of senders prove to other contexts as the namespace `dmarc`. */
export { isAligned } from './alignment.ts';
export { findDmarcPolicy } from './policy.ts';
