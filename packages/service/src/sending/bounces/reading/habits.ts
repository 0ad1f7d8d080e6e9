import type { BounceReason } from '../../bounce-reasons/reasons.ts';

/** Replies by which receiving providers mean something else than their words say. They are matched in lower case. */
export const habits: readonly (readonly [BounceReason, RegExp])[] = [
  // NTT docomo and KDDI au: the recipient's own filter refuses the mail; au leaves the address out then.
  ['policy', /550[ -]'?unknown user '?\S{1,64}@(?:\S{1,100}\.)?docomo\./],
  ['policy', /\b550:? ?: user unknown/],
  // Microsoft 365 rejects recipients who are not in the directory at its edge.
  ['mailbox-unknown', /\b5\.4\.1\b.{0,350}recipient address rejected: access denied/s],
  // The domain of the sender takes no mail (RFC 7505, section 4.2); Google says the same code of SPF.
  ['sender-rejected', /\b[45]\.7\.27\b.{0,200}null ?mx/s],
  // Google: the account is over its limit of mails for a time.
  ['rate', /receiving mail (?:at a rate|too quickly)/],
  // Deutsche Telekom: the reputation of the sending address.
  ['blocked', /\bip=[\d.:a-f]{3,45} - (?:a problem occurred|dialup|no )/],
  // Yahoo and AOL: complaints of their users, or volume.
  ['blocked', /\[(?:tss|ts|gl|bl)\d{2}\]|\btemporarily deferred due to\b/],
];
