import type { ReportedMails } from './reading/report.ts';

/**
 * What a report says about mails: `aligned` passed DMARC; `forwarded` failed, and their receiver knows that they were passed on;
 * `other_service` failed, and prove a domain of another owner; `unproven` prove nothing.
 */
export type MailStanding = 'aligned' | 'forwarded' | 'other_service' | 'unproven';

/** RFC 7489, appendix C, and RFC 9990: mails that a mailing list or a person has passed on. */
const passedOn: ReadonlySet<string> = new Set(['forwarded', 'trusted_forwarder', 'mailing_list']);

/** Returns what a row says about its mails. */
export function toStanding({ dkim, spf, override, provenBy }: ReportedMails): MailStanding {
  if (dkim || spf) return 'aligned';
  if (override !== undefined && passedOn.has(override)) return 'forwarded';
  return provenBy === undefined ? 'unproven' : 'other_service';
}

/** Mails of a source, or of all of them, in a time. */
export interface SourceSums {
  messages: number;
  aligned: number;
  forwarded: number;
  otherService: number;
  unproven: number;
}

/**
 * What a source is: `own` sends aligned mails only, `own_failing` too many of them to be a stranger, `forwarder` passes mails on,
 * `other_service` sends with a proof of a domain of its own, `unknown` proves nothing.
 */
export type SourceMeaning = 'own' | 'own_failing' | 'forwarder' | 'other_service' | 'unknown';

/** A source of the owner signs at least so much of what it sends. */
export const ownShare = 0.1;

/**
 * Says what a source is by its mails. Few aligned ones are no sign: a forwarder keeps the signature of most, but not of all, and
 * an address of a large service sends for thousands of senders.
 */
export function explainSource({ messages, aligned, forwarded, otherService }: SourceSums): SourceMeaning {
  if (aligned === messages) return 'own';
  if (forwarded > 0 && forwarded >= otherService) return 'forwarder';
  if (aligned >= messages * ownShare && aligned > otherService) return 'own_failing';
  return otherService > 0 ? 'other_service' : 'unknown';
}
