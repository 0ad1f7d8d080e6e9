import type { Email } from 'postal-mime';

/** What a mail to a bounce address says. */
export type BounceReport =
  | { kind: 'bounce'; status: string }
  | { kind: 'complaint' }
  /** An answer of a person, an out-of-office note, a notice of delay: nothing that counts. */
  | { kind: 'other' };

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (RFC 5965). Only notifications of failure are bounces;
 * what answers by itself (RFC 3834) is none, whatever its text says.
 */
export function readReport(email: Email): BounceReport {
  const type = getHeader(email, 'content-type');
  if (!/^multipart\/report\b/i.test(type)) return { kind: 'other' };
  if (/report-type="?feedback-report/i.test(type)) return { kind: 'complaint' };
  const text = [email.text ?? '', ...email.attachments.map(decodeStatusPart)].join('\n');
  // Not `\s`, which matches line ends: a run of empty lines would be read again from each of its lines.
  if (!/^Action:[ \t]*failed\b/im.test(text)) return { kind: 'other' };
  const status = /^Status:[ \t]*([245]\.\d{1,3}\.\d{1,3})\b/im.exec(text)?.[1] ?? '5.0.0';
  return { kind: 'bounce', status };
}

function decodeStatusPart({ mimeType, content }: Email['attachments'][number]): string {
  if (mimeType !== 'message/delivery-status') return '';
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1');
}

function getHeader({ headers }: Email, name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? '';
}
