import { personalise } from '../../mailings/index.ts';
import { type Letter, tagValues } from './contact-tags.ts';
import type { MessageParts } from './message.ts';

/** Something put above the content, such as the links of an approval mail. */
export interface Band {
  html: string;
  text: string;
}

/** The mailing as one contact gets it. The mailing must have a sender. */
export function renderMailing(letter: Letter, band: Band = { html: '', text: '' }): MessageParts {
  const { account, mailing, contact } = letter;
  const values = tagValues(letter);
  return {
    accountId: account.id,
    contactId: contact.id,
    from: { name: personalise(mailing.sender_alias ?? '', 'header', values), address: mailing.sender! },
    to: { name: personalise(mailing.recipient_alias ?? '', 'header', values), address: contact.email },
    subject: personalise(mailing.subject, 'header', values),
    html: mailing.html ? insertBand(personalise(mailing.html, 'html', values), band.html) : null,
    text: mailing.text_body ? band.text + personalise(mailing.text_body, 'plain', values) : null,
  };
}

/** Puts the band at the beginning of the body of an HTML document. */
function insertBand(html: string, band: string): string {
  const body = /<body\b[^>]*>/i.exec(html);
  if (body === null) return band + html;
  const at = body.index + body[0].length;
  return html.slice(0, at) + band + html.slice(at);
}
