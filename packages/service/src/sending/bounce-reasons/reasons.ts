import type { BounceReason } from '../../tracking/index.ts';
import { isHard } from './status.ts';

export type { BounceReason };

interface Reason {
  /** The enhanced code (RFC 3463) that says so, without its class. */
  detail: string;
  /** Nobody will ever get mail at the address. */
  hard?: true;
  /**
   * Subject of the reason. Only reasons about the address count towards a block: with another sender, mail or day the result
   * may differ, and a rejected sender is rejected by everybody until it is repaired.
   */
  about: 'address' | 'sender' | 'other';
}

const reasons: Record<BounceReason, Reason> = {
  'mailbox-unknown': { detail: '1.1', about: 'address', hard: true },
  'host-unknown': { detail: '1.2', about: 'address', hard: true },
  moved: { detail: '1.6', about: 'address', hard: true },
  /** A host or domain that takes no mail at all (RFC 7504, RFC 7505). */
  'accepts-no-mail': { detail: '1.10', about: 'address', hard: true },
  'mailbox-disabled': { detail: '2.1', about: 'address' },
  expired: { detail: '4.7', about: 'address' },
  network: { detail: '4.0', about: 'address' },
  undefined: { detail: '0.0', about: 'address' },
  'mailbox-full': { detail: '2.2', about: 'other' },
  'too-big': { detail: '3.4', about: 'other' },
  'reverse-dns': { detail: '7.25', about: 'other' },
  spam: { detail: '7.0', about: 'other' },
  virus: { detail: '7.0', about: 'other' },
  content: { detail: '6.0', about: 'other' },
  blocked: { detail: '7.0', about: 'other' },
  policy: { detail: '7.1', about: 'other' },
  rate: { detail: '7.0', about: 'other' },
  protocol: { detail: '5.0', about: 'other' },
  system: { detail: '3.0', about: 'other' },
  'sender-rejected': { detail: '1.8', about: 'sender' },
  authentication: { detail: '7.26', about: 'sender' },
  relaying: { detail: '7.1', about: 'sender' },
};

const names = Object.keys(reasons) as BounceReason[];
/** Reasons about the address: all of them, and those that block a contact soon if the server says them for good. */
export const addressReasons: readonly BounceReason[] = names.filter((name) => reasons[name].about === 'address');
export const deadMailboxReasons: readonly BounceReason[] = names.filter(
  (name) => reasons[name].hard || name === 'mailbox-disabled',
);
/** Reasons about the sender: no recipient would get the mail. */
export const senderReasons: readonly BounceReason[] = names.filter((name) => reasons[name].about === 'sender');

export const isHardReason = (reason: BounceReason): boolean => reasons[reason].hard === true;

/**
 * Returns the status by which a bounce is recorded. The code of the server is kept if it says the same about the address
 * as its words; else the words count, because many servers say 5.1.1 or 5.7.1 of everything.
 * @param isTemporary the server may have another answer tomorrow
 */
export function toStatus(reason: BounceReason, given: string | undefined, isTemporary: boolean): string {
  const status = `${isTemporary ? '4' : '5'}.${reasons[reason].detail}`;
  if (given === undefined) return status;
  if (reason === 'undefined') return given;
  return isHard(given) === isHard(status) && !given.endsWith('.0.0') ? given : status;
}
