import { type BounceReason, deadMailboxReasons, senderReasons } from '../bounce-reasons/reasons.ts';
import type { AlarmCause } from '../tables.ts';

/** Reasons of bounces that count towards a cause. Bounces of other reasons are about single mailboxes and servers. */
export const reasonsOf: Readonly<Record<Exclude<AlarmCause, 'complaints'>, readonly BounceReason[]>> = {
  bounces: deadMailboxReasons,
  blocks: ['spam', 'blocked', 'policy', 'content'],
  refusals: [...senderReasons, 'reverse-dns'],
};
