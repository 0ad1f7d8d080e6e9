import { xmlText } from '../../platform/text/xml.ts';
import type { MailRefusal } from '../mail/transport.ts';
import { retryAt } from './retry.ts';

/** How an attempt ended, as it is written down. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'pending'; reason: string }
  | { state: 'skipped'; reason: string }
  | { state: 'deferred'; next_at: Date; code?: number; reason: string }
  | { state: 'failed'; code?: number; reason: string };

/** What is to be done with mails of which nobody knows whether they were handed over. */
export type UncertainPolicy = 'resend' | 'give_up';

/** Server replies are kept so far. */
const maxReason = 500;

interface Tries {
  deferrals: number;
  first_tried_at: Date;
}

/** What a server's answer means for a mail whose sender waits for it: what is refused is not tried again. */
export function finalOutcomeOf(refusal: MailRefusal | undefined): Outcome {
  if (refusal === undefined) return { state: 'sent' };
  const { code, message } = refusal;
  return { state: 'failed', ...(code === undefined ? {} : { code }), reason: xmlText(message, maxReason) };
}

/** What a server's answer means for the recipient. What is the server's own trouble costs the mail no attempt. */
export function outcomeOf(
  refusal: MailRefusal | undefined,
  { deferrals, first_tried_at }: Tries,
  policy: UncertainPolicy,
  now: Date,
): Outcome {
  if (refusal === undefined) return { state: 'sent' };
  const { code } = refusal;
  const reason = xmlText(refusal.message, maxReason);
  if (refusal.concerns === 'server') {
    return refusal.uncertain && policy === 'give_up'
      ? { state: 'failed', reason: 'uncertain' }
      : { state: 'pending', reason };
  }
  const words = { ...(code === undefined ? {} : { code }), reason };
  if (refusal.permanent) return { state: 'failed', ...words };
  const next_at = retryAt(deferrals, first_tried_at, now);
  return next_at === undefined ? { state: 'failed', ...words } : { state: 'deferred', next_at, ...words };
}
