import { createHash } from 'node:crypto';
import type { Mailing, MailingContent } from '../store.ts';
import type { RevisionParts } from '../tables.ts';

/** Returns what people have written of a mailing. */
export const partsOf = (mailing: Mailing, content: MailingContent): RevisionParts => ({
  name: mailing.name,
  subject: content.subject,
  preview_text: content.preview_text ?? '',
  sender: content.sender,
  sender_alias: content.sender_alias ?? '',
  target_group_id: mailing.target_group_id,
  html: content.html ?? '',
  ...(content.mjml !== null && { mjml: content.mjml }),
  text: content.text_body ?? '',
  amp: content.amp ?? '',
});

/** Names parts: equal ones have the same hash. HTML that was made from MJML does not count beside its source. */
export function hashParts(parts: RevisionParts): Buffer {
  const { name, subject, preview_text, sender, sender_alias, target_group_id, html, mjml, text, amp } = parts;
  const source = mjml ? ['mjml', mjml] : ['html', html ?? ''];
  const all = [
    name,
    subject,
    preview_text || '',
    sender || null,
    sender_alias || '',
    target_group_id ?? null,
    source,
    text || '',
    // Revisions that are older than AMP parts keep their hashes.
    ...(amp ? [amp] : []),
  ];
  return createHash('sha256').update(JSON.stringify(all)).digest();
}

/** Length of all parts in UTF-8. */
export const bytesOf = (parts: RevisionParts): number =>
  Object.values(parts).reduce<number>((sum, part) => sum + Buffer.byteLength(String(part ?? '')), 0);

/** Reports whether nothing was written yet that somebody could miss. */
export const isBlank = ({ html, mjml, text }: RevisionParts): boolean => !html && !mjml && !text;
