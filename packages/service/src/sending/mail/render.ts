import { compileTemplate, insertAtBodyStart, render } from '../../mailings/index.ts';
import { type Letter, tagValues } from './contact-tags.ts';
import type { MessageParts } from './message.ts';

/** Something put above the content, such as the links of an approval mail. */
export interface Band {
  html: string;
  text: string;
}

/** The mailing as one contact gets it. The mailing must have a sender. */
export function renderMailing(letter: Letter, band: Band = { html: '', text: '' }): MessageParts {
  const { account, content, contact } = letter;
  const values = tagValues(letter);
  const filled = (template: string, context: 'html' | 'plain' | 'header') =>
    render(compileTemplate(template, context, values), null);
  return {
    accountId: account.id,
    contactId: contact.id,
    from: { name: filled(content.sender_alias ?? '', 'header'), address: content.sender! },
    to: { name: filled(content.recipient_alias ?? '', 'header'), address: contact.email },
    subject: filled(content.subject, 'header'),
    html: content.html ? insertAtBodyStart(filled(content.html, 'html'), band.html) : null,
    text: content.text_body ? band.text + filled(content.text_body, 'plain') : null,
  };
}
