import type { BounceReason } from '../bounce-reasons/reasons.ts';
import { diagnoseReply } from '../bounces/reading/reply-status.ts';
import type { MailRefusal } from '../mail/transport.ts';

type Reply = Pick<MailRefusal, 'code' | 'message'>;

/** Matches greylisting: the receiver accepts the same mail minutes later, at any rate. */
const greylisting = /gr[ae]y-?list/i;
/** Reasons that concern one mailbox, not the rate of mails. */
const ofMailboxes: ReadonlySet<BounceReason> = new Set<BounceReason>([
  'mailbox-full',
  'mailbox-unknown',
  'mailbox-disabled',
  'moved',
  'host-unknown',
]);

/** Returns the reason of a temporary rejection, or `undefined` for other replies and for greylisting. */
function reasonOf({ code, message }: Reply): BounceReason | undefined {
  if (code === undefined || code < 400 || code >= 500 || greylisting.test(message)) return undefined;
  return diagnoseReply(code, message).reason;
}

/** Reports whether a receiver throttles, by the code 4.7.x (RFC 3463, section 3.8) or in words. */
export function isThrottlingReply(reply: Reply): boolean {
  const reason = reasonOf(reply);
  return reason === 'rate' || (reason !== undefined && /\b4\.7\.\d+\b/.test(reply.message));
}

/** Reports whether the rate of mails may be the reason of a deferral. */
export function isDeferral(refusal: MailRefusal): boolean {
  const reason = refusal.concerns === 'mail' ? reasonOf(refusal) : undefined;
  return reason !== undefined && !ofMailboxes.has(reason);
}
