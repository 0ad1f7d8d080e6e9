import type { Selectable } from 'kysely';
import type { MailingTable } from '../db/schema.ts';

type Content = Pick<Selectable<MailingTable>, 'type' | 'subject' | 'sender' | 'html' | 'text_body' | 'target_group_id'>;

/** What a mailing still lacks before it can be sent, in the words of its settings; empty when it is ready. */
export function missingParts(mailing: Content): string[] {
  const missing: string[] = [];
  if (mailing.subject.trim() === '') missing.push('subject');
  if (!mailing.html && !mailing.text_body) missing.push('content (html or text)');
  if (!mailing.sender) missing.push('sender');
  if (mailing.type === 'regular' && mailing.target_group_id === null) missing.push('target group');
  return missing;
}
