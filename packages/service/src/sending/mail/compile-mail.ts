import { senders } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { addressLine, headerLine, mailbox, textLine } from '../../platform/mail/header.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { compileTexts, insertAtBodyStart, render, TemplateError } from '../../templates/index.ts';
import type { MailPurpose } from '../tables.ts';
import type { MailAttachment } from './attachment.ts';
import { composeBody } from './body.ts';
import { mailIdField, mailIdOf } from './identity.ts';
import { bulkHeaders, unsubscribeHeaders } from './list-headers.ts';
import type { Recipient } from './recipient.ts';
import type { RenderContext } from './render-context.ts';
import { textAlternative } from './text-alternative.ts';
import { ampReplacements, htmlReplacements, type TrackedLinks, textReplacements } from './tracked-links.ts';
import type { OutgoingMail } from './transport.ts';
import { valuesOf } from './values.ts';

/** Something put above the content, such as the links of an approval mail; it may have tags. */
export interface MailNotice {
  html: string;
  text: string;
}

export interface MailOptions {
  purpose: MailPurpose;
  /** Beside those of the mailing. */
  attachments?: readonly MailAttachment[] | undefined;
  /** Of the templates that are compiled; absent when nothing is tracked. */
  links?: TrackedLinks | undefined;
  /** Display names in place of those of the mailing; no templates. */
  names?: { sender?: string | undefined; recipient?: string | undefined } | undefined;
}

/** The templates of a mail, as they are compiled. */
export interface MailTexts {
  html: string | null;
  /** In AMP for Email; only beside HTML. */
  amp?: string | null;
  text: string | null;
  /** The text is made from the HTML. */
  isTextMade?: boolean;
}

/** Returns a mailing's templates with what the service puts above them, and a text made from the HTML if there is none. */
export async function mailTexts({ account, content, engine }: RenderContext, notice?: MailNotice): Promise<MailTexts> {
  const { html, amp, preview_text } = content;
  const made = await textAlternative(account.id, engine, { html, text: content.text_body });
  const text = content.text_body || made;
  const preview = preview_text && (engine === 'liquid' ? escapeAroundLiquid(preview_text) : escapeHtml(preview_text));
  return {
    html: html ? insertAtBodyStart(html, preheader(preview) + (notice?.html ?? '')) : null,
    // Mail programs show it in place of the HTML, so that a notice would not be seen.
    amp: html && !notice ? amp : null,
    text: text ? (notice?.text ?? '') + text : null,
    isTextMade: made !== null,
  };
}

/** Makes the mail for a recipient. @throws TemplateError for contents in Liquid */
export type MailTemplate = (recipient: Recipient) => Promise<OutgoingMail>;

/** A sender from whose domain the account may not send. */
export class ForeignSenderError extends TemplateError {}

/**
 * Compiles a mailing, which must have a sender, once for all of its mails (RFC 5322). Every mail is made by it, so that no
 * way out passes by the owner of the sender's domain.
 * @param findSigning of mails that are compiled together
 * @throws ForeignSenderError if the domain of the sender belongs to another account
 * @throws TemplateError
 */
export async function compileMail(
  db: Db,
  context: RenderContext,
  texts: MailTexts,
  options: MailOptions,
  findSigning: (sender: string) => Promise<readonly string[]> = rememberSenders(db, context.account.id),
): Promise<MailTemplate> {
  const signable = await findSigning(context.content.sender!);
  return composeMails(context, texts, options, signable);
}

/** Returns the domains whose DKIM keys may sign mails of a sender. @throws ForeignSenderError */
export async function requireSender(db: Db, accountId: number, sender: string): Promise<readonly string[]> {
  const standing = await senders.senderStanding(db, accountId, sender);
  const fault = senders.senderFault(sender, standing);
  if (fault !== undefined) throw new ForeignSenderError(fault);
  return standing.signable;
}

/** As `requireSender`, for mails that are compiled together: each sender is looked up once. */
export function rememberSenders(db: Db, accountId: number): (sender: string) => Promise<readonly string[]> {
  const known = new Map<string, Promise<readonly string[]>>();
  return (sender) => {
    const found = known.get(sender) ?? requireSender(db, accountId, sender);
    known.set(sender, found);
    return found;
  };
}

/** Composes mails of a sender that was checked. @throws TemplateError */
export async function composeMails(
  context: RenderContext,
  { html, amp, text }: MailTexts,
  { purpose, attachments = [], links, names = {} }: MailOptions,
  signable: readonly string[],
): Promise<MailTemplate> {
  const { account, content } = context;
  const header = (template: string | null) => ({ template: template ?? '', context: 'header' as const });
  const texts = {
    subject: header(content.subject),
    senderalias: header(content.sender_alias),
    recipientalias: header(content.recipient_alias),
    html: { template: html ?? '', context: 'html' as const, replacements: links && htmlReplacements(links) },
    amp: { template: amp ?? '', context: 'html' as const, replacements: links && ampReplacements(links) },
    text: { template: text ?? '', context: 'plain' as const, replacements: links && textReplacements(links) },
  };
  const compiled = await onBehalfOf(account.id, () => compileTexts(context.engine, texts, valuesOf(context)));
  const { headers, around } = await composeBody({
    html: html !== null,
    amp: Boolean(amp),
    text: text !== null,
    attachments: [...context.attachments, ...attachments],
  });
  const bodyForAll = compiled.forAll && around(compiled.forAll);
  const from = mailbox(content.sender!);
  const sameForAll = bulkHeaders(context, purpose);
  return async (recipient) => {
    const templates = compiled.forAll ?? (await onBehalfOf(account.id, () => compiled.templatesFor(recipient)));
    const { contact, messageId, unsubscribe } = recipient;
    const to = mailbox(contact.email);
    const head =
      addressLine('From', { name: names.sender ?? render(templates.senderalias, recipient), address: from }) +
      addressLine('To', { name: names.recipient ?? render(templates.recipientalias, recipient), address: to }) +
      textLine('Subject', render(templates.subject, recipient)) +
      headerLine('Message-ID', messageId) +
      headerLine(mailIdField, mailIdOf(messageId, contact.id)) +
      headerLine('Date', new Date().toUTCString().replace('GMT', '+0000')) +
      replyTo(context, recipient) +
      sameForAll +
      (unsubscribe ? unsubscribeHeaders(unsubscribe) : '') +
      headers;
    return {
      accountId: account.id,
      contactId: contact.id,
      messageId,
      signable,
      envelope: { from: recipient.returnPath ?? from, to },
      head,
      body: render(bodyForAll ?? around(templates), recipient),
    };
  };
}

/** Escapes what stands around the markup of Liquid. */
const escapeAroundLiquid = (text: string) =>
  text.replace(/(\{\{.*?\}\}|\{%.*?%\})|[^{]+|\{/gs, (piece, markup) => (markup ? piece : escapeHtml(piece)));

/** The preview text, which mail programs show beside the subject, and which nobody sees in the mail itself. */
/** @param html the preview text, escaped */
function preheader(html: string | null): string {
  return html ? `<div style="display:none;max-height:0;overflow:hidden">${html}</div>` : '';
}

/** Answers come to an address of the service, if it takes them and the mailing does not say who else gets them. */
function replyTo({ content }: RenderContext, { answers }: Recipient): string {
  const { reply_to_active, reply_to_auto, reply_to_email } = content;
  const isOurs = reply_to_active ? reply_to_auto : answers?.ofAll;
  const address = isOurs ? answers?.mailbox : reply_to_active && !reply_to_auto ? reply_to_email : null;
  return address ? addressLine('Reply-To', { name: '', address }) : '';
}
