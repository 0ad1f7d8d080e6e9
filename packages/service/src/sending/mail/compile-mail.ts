import { compileTemplate, insertAtBodyStart, render } from '../../mailings/index.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { type Attachment, compileBody } from './body.ts';
import { addressLine, headerLine, mailbox, textLine } from './header.ts';
import { bulkHeaders, unsubscribeHeaders } from './list-headers.ts';
import type { Recipient } from './recipient.ts';
import type { RenderContext } from './render-context.ts';
import { tagSources } from './tag-sources.ts';
import { htmlReplacements, type TrackedLinks, textReplacements } from './tracked-links.ts';
import type { OutgoingMail } from './transport.ts';

/** Something put above the content, such as the links of an approval mail; it may have tags. */
export interface Band {
  html: string;
  text: string;
}

/** What a mail is sent for: to many, in answer to something, or to somebody who tries it. */
export type MailPurpose = 'bulk' | 'automatic' | 'trial';

export interface MailOptions {
  purpose: MailPurpose;
  /** Beside those of the mailing. */
  attachments?: readonly Attachment[];
  /** Of the templates that are compiled; absent when nothing is tracked. */
  links?: TrackedLinks | undefined;
}

/** The templates of a mail, as they are compiled. */
export interface MailTexts {
  html: string | null;
  text: string | null;
}

/** A mailing's templates with what the service puts above them. */
export function mailTexts({ content }: RenderContext, band: Band = { html: '', text: '' }): MailTexts {
  const { html, text_body: text, preview_text } = content;
  return {
    html: html ? insertAtBodyStart(html, preheader(preview_text) + band.html) : null,
    text: text ? band.text + text : null,
  };
}

/** Makes the mail for a recipient. */
export type MailTemplate = (recipient: Recipient) => OutgoingMail;

/** Compiles a mailing, which must have a sender, once for all of its mails (RFC 5322). */
export async function compileMail(
  context: RenderContext,
  { html, text }: MailTexts,
  { purpose, attachments = [], links }: MailOptions,
): Promise<MailTemplate> {
  const { account, content } = context;
  const sources = tagSources(context);
  const header = (template: string | null) => compileTemplate(template ?? '', 'header', sources);
  const { headers, body } = await compileBody({
    html: html === null ? undefined : compileTemplate(html, 'html', sources, links && htmlReplacements(links)),
    text: text === null ? undefined : compileTemplate(text, 'plain', sources, links && textReplacements(links)),
    attachments: [...context.attachments, ...attachments],
  });
  const from = mailbox(content.sender!);
  const fromName = header(content.sender_alias);
  const toName = header(content.recipient_alias);
  const subject = header(content.subject);
  const sameForAll = replyTo(context) + bulkHeaders(context, purpose);
  return (recipient) => {
    const { contact, messageId, unsubscribe } = recipient;
    const to = mailbox(contact.email);
    const head =
      addressLine('From', { name: render(fromName, recipient), address: from }) +
      addressLine('To', { name: render(toName, recipient), address: to }) +
      textLine('Subject', render(subject, recipient)) +
      headerLine('Message-ID', messageId) +
      headerLine('Date', new Date().toUTCString().replace('GMT', '+0000')) +
      sameForAll +
      (unsubscribe ? unsubscribeHeaders(unsubscribe) : '') +
      headers;
    return {
      accountId: account.id,
      contactId: contact.id,
      messageId,
      envelope: { from: recipient.returnPath ?? from, to },
      head,
      body: render(body, recipient),
    };
  };
}

/** The preview text, which mail programs show beside the subject, and which nobody sees in the mail itself. */
function preheader(text: string | null): string {
  return text ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>` : '';
}

function replyTo({ content }: RenderContext): string {
  const { reply_to_active, reply_to_auto, reply_to_email } = content;
  if (!reply_to_active || reply_to_auto || reply_to_email === null) return '';
  return addressLine('Reply-To', { name: '', address: reply_to_email });
}
