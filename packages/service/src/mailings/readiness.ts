import { findTags } from '../templates/index.ts';
import type { Mailing, MailingContent } from './store.ts';

/** Something that a mailing must have before it can be sent. */
export interface MissingPart {
  code:
    | 'subject_missing'
    | 'contents_missing'
    | 'sender_missing'
    | 'target_group_missing'
    | 'confirmation_link_missing'
    | 'unsubscribe_link_missing';
  /** Name in messages. */
  name: string;
}

/** Parts that a test mail can do without. */
const notForTrials: readonly MissingPart['code'][] = ['target_group_missing', 'unsubscribe_link_missing'];

/** Returns what a mailing lacks before it can be sent; empty if it is ready. */
export function missingParts(
  { type, target_group_id }: Pick<Mailing, 'type' | 'target_group_id'>,
  content: Pick<MailingContent, 'subject' | 'sender' | 'html' | 'text_body'>,
): MissingPart[] {
  const { subject, sender, html, text_body } = content;
  const missing: MissingPart[] = [];
  if (subject.trim() === '') missing.push({ code: 'subject_missing', name: 'subject' });
  if (!html && !text_body) missing.push({ code: 'contents_missing', name: 'content (html or text)' });
  if (!sender) missing.push({ code: 'sender_missing', name: 'sender' });
  if (type === 'regular' && target_group_id === null)
    missing.push({ code: 'target_group_missing', name: 'target group' });
  if (type === 'regular') missing.push(...partsWithout(content, 'UNSUBSCRIBE', 'unsubscribe_link_missing'));
  if (type === 'doi') missing.push(...partsWithout(content, 'DOI_CONFIRM', 'confirmation_link_missing'));
  return missing;
}

/** As `missingParts`, for a mail with which somebody tries the mailing. */
export const missingForTrial = (...mailing: Parameters<typeof missingParts>): MissingPart[] =>
  missingParts(...mailing).filter(({ code }) => !notForTrials.includes(code));

/** Lists parts by name, for the end of a sentence. */
export const namesOf = (missing: readonly MissingPart[]): string => missing.map(({ name }) => name).join(', ');

/** Lists the parts that lack a link, in one of the forms in which it is filled. */
function partsWithout(
  { html, text_body }: Pick<MailingContent, 'html' | 'text_body'>,
  link: 'UNSUBSCRIBE' | 'DOI_CONFIRM',
  code: MissingPart['code'],
): MissingPart[] {
  const hasLink = (template: string, context: 'html' | 'plain') =>
    findTags(template, context).some(({ namespace, field }) => namespace === 'LINK' && field === link);
  const missing: MissingPart[] = [];
  if (html && !hasLink(html, 'html')) missing.push({ code, name: `link [[LINK|${link}]] in the html` });
  if (text_body && !hasLink(text_body, 'plain')) missing.push({ code, name: `link [[LINK|${link}]] in the text` });
  return missing;
}
