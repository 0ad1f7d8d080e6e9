import type { BounceReason } from '../bounces/reading/reasons.ts';
import { diagnoseReply } from '../bounces/reading/reply-status.ts';
import type { MailRefusal } from '../mail/transport.ts';

type Reply = Pick<MailRefusal, 'code' | 'message'>;

/** A receiver that does not know a sender yet: it takes the same mail minutes later, however many others there are. */
const greylisting = /gr[ae]y-?list/i;
/** Deferrals for these reasons are about one mailbox, not about the number of mails. */
const ofMailboxes: ReadonlySet<BounceReason> = new Set<BounceReason>([
  'mailbox-full',
  'mailbox-unknown',
  'mailbox-disabled',
  'moved',
  'host-unknown',
]);

/** Reason of a temporary refusal; `undefined` for other replies, and for greylisting. */
function reasonOf({ code, message }: Reply): BounceReason | undefined {
  if (code === undefined || code < 400 || code >= 500 || greylisting.test(message)) return undefined;
  return diagnoseReply(code, message).reason;
}

/** Reports whether a receiver asks for fewer mails, by the code 4.7.x (RFC 3463, section 3.8) or in words. */
export function isThrottlingReply(reply: Reply): boolean {
  const reason = reasonOf(reply);
  return reason === 'rate' || (reason !== undefined && /\b4\.7\.\d+\b/.test(reply.message));
}

/** Reports whether a mail was deferred for a reason that may be the number of mails. */
export function isDeferral(refusal: MailRefusal): boolean {
  const reason = refusal.concerns === 'mail' ? reasonOf(refusal) : undefined;
  return reason !== undefined && !ofMailboxes.has(reason);
}
