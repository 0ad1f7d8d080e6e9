import type { Notice } from './notice.ts';

const hotline =
  /^complaint about message from|^(?:e-?mail )?(?:abuse|feedback|complaint) (?:report|complaint)|\bspam (?:report|complaint)\b/i;
const hotlineText =
  /this is an? (?:e-?mail )?abuse report|(?:marked|reported) (?:your|this|the) (?:message|e-?mail|mail) as (?:spam|junk)|sent this e-?mail to unsubscribe from the message/i;

/**
 * Returns the kind of feedback that a mail gives (RFC 5965, RFC 6430), or `undefined` if it gives none. Hot-lines of
 * providers write it in words.
 */
export function readFeedbackType({ headers, subject, text, parts }: Notice): string | undefined {
  const report = parts.find(({ type }) => type.endsWith('feedback-report'));
  const type = /^Feedback-Type:[ \t]*([\w-]{1,40})/im.exec(report?.text ?? '')?.[1];
  if (type !== undefined) return type.toLowerCase();
  if (report !== undefined || /report-type="?feedback-report/i.test(headers.get('content-type') ?? '')) return 'abuse';
  if (hotlineText.test(text) || hotline.test(subject)) return 'abuse';
  return undefined;
}

/** Reports whether feedback is a complaint: reports about authentication (RFC 6591) and of what is no spam are none. */
export const isComplaint = (type: string): boolean =>
  !['auth-failure', 'dmarc', 'not-spam', 'dkim', 'virus'].includes(type);
