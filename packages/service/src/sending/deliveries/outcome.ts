import { xmlText } from '../../platform/text/xml.ts';
import type { MailRefusal } from '../mail/transport.ts';
import { retryAt } from './retry.ts';

/** Reply of the server that took a mail, with its name. */
export interface MailReceipt {
  code: number;
  reason: string;
}

/** How an attempt ended, as it is recorded. */
export type Outcome =
  | ({ state: 'sent' } & Partial<MailReceipt>)
  | { state: 'pending'; reason: string }
  | { state: 'skipped'; reason: string }
  | { state: 'deferred'; next_at: Date; code?: number; reason: string; uncertain?: 1 }
  | { state: 'failed'; code?: number; reason: string };

/** Handling of mails of which it is unknown whether they were handed over. */
export type UncertainPolicy = 'resend' | 'give_up';

/** Server replies are cut at this many characters. */
const maxReason = 500;

/**
 * How often a mail that a relay may have accepted is sent again: nobody gets more than two copies. After that a person
 * decides.
 */
const mostRepetitions = 1;

interface Tries {
  deferrals: number;
  /** How often a relay may have accepted the mail without a reply. */
  uncertain: number;
  first_tried_at: Date;
}

/** Maps a server reply to an outcome for a mail whose sender is waiting: a rejected mail is not retried. */
export function finalOutcomeOf(refusal: MailRefusal | undefined): Outcome {
  if (refusal === undefined) return { state: 'sent' };
  const { code, message } = refusal;
  return { state: 'failed', ...(code === undefined ? {} : { code }), reason: xmlText(message, maxReason) };
}

/** Maps a server reply to an outcome for the recipient. A fault of the server itself does not count as an attempt. */
export function outcomeOf(
  refusal: MailRefusal | undefined,
  { deferrals, uncertain, first_tried_at }: Tries,
  policy: UncertainPolicy,
  now: Date,
): Outcome {
  if (refusal === undefined) return { state: 'sent' };
  const { code } = refusal;
  const reason = xmlText(refusal.message, maxReason);
  if (refusal.uncertain) {
    const next_at = retryAt(deferrals, first_tried_at, now);
    if (policy === 'give_up' || uncertain >= mostRepetitions || next_at === undefined)
      return { state: 'failed', reason: 'uncertain' };
    return { state: 'deferred', next_at, reason, uncertain: 1 };
  }
  if (refusal.concerns === 'server') return { state: 'pending', reason };
  const words = { ...(code === undefined ? {} : { code }), reason };
  if (refusal.permanent) return { state: 'failed', ...words };
  const next_at = retryAt(deferrals, first_tried_at, now);
  return next_at === undefined ? { state: 'failed', ...words } : { state: 'deferred', next_at, ...words };
}
