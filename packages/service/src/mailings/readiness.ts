import { findTags } from '../templates/index.ts';
import type { Mailing, MailingContent } from './store.ts';

/** Returns the settings that a mailing lacks before it can be sent; empty if it is ready. */
export function missingParts(
  { type, target_group_id }: Pick<Mailing, 'type' | 'target_group_id'>,
  { subject, sender, html, text_body }: Pick<MailingContent, 'subject' | 'sender' | 'html' | 'text_body'>,
): string[] {
  const missing: string[] = [];
  if (subject.trim() === '') missing.push('subject');
  if (!html && !text_body) missing.push('content (html or text)');
  if (!sender) missing.push('sender');
  if (type === 'regular' && target_group_id === null) missing.push('target group');
  if (type === 'doi') {
    if (html && !asksToConfirm(html, 'html')) missing.push('link [[LINK|DOI_CONFIRM]] in the html');
    if (text_body && !asksToConfirm(text_body, 'plain')) missing.push('link [[LINK|DOI_CONFIRM]] in the text');
  }
  return missing;
}

/** Reports whether a part has the link that confirms, in one of the forms in which it is filled. */
function asksToConfirm(template: string, context: 'html' | 'plain'): boolean {
  return findTags(template, context).some(({ namespace, field }) => namespace === 'LINK' && field === 'DOI_CONFIRM');
}
