import { isHard } from './status.ts';

/** Why a mail was not delivered. */
export type BounceReason = keyof typeof reasons;

interface Reason {
  /** The enhanced code (RFC 3463) that says so, without its class. */
  detail: string;
  /** Nobody will ever get mail at the address. */
  hard?: true;
}

/** What a reason says about the address: of most it says nothing, because another sender, mail or day has another result. */
export const reasons = {
  'mailbox-unknown': { detail: '1.1', hard: true },
  'host-unknown': { detail: '1.2', hard: true },
  moved: { detail: '1.6', hard: true },
  /** A host or domain that takes no mail at all (RFC 7504, RFC 7505). */
  'accepts-no-mail': { detail: '1.10', hard: true },
  'mailbox-full': { detail: '2.2' },
  'mailbox-disabled': { detail: '2.1' },
  'too-big': { detail: '3.4' },
  'sender-rejected': { detail: '1.8' },
  authentication: { detail: '7.26' },
  'reverse-dns': { detail: '7.25' },
  spam: { detail: '7.0' },
  virus: { detail: '7.0' },
  content: { detail: '6.0' },
  blocked: { detail: '7.0' },
  policy: { detail: '7.1' },
  rate: { detail: '7.0' },
  relaying: { detail: '7.1' },
  network: { detail: '4.0' },
  expired: { detail: '4.7' },
  protocol: { detail: '5.0' },
  system: { detail: '3.0' },
  undefined: { detail: '0.0' },
} as const satisfies Record<string, Reason>;

export const isHardReason = (reason: BounceReason): boolean => 'hard' in reasons[reason];

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
