import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { RenderContext } from '../../sending/index.ts';
import type { TransactionalContent, TransactionalMail } from './store.ts';

/**
 * The context of a mail whose request brings its sender, its subject and texts without tags: nothing of the account or of the mailing is
 * read for it.
 */
export function blankContext(account: Account, mailing: Mailing): RenderContext {
  const content = {
    account_id: account.id,
    mailing_id: mailing.id,
    subject: '',
    subject_folded: '',
    preview_text: null,
    sender: null,
    sender_alias: null,
    recipient_alias: null,
    reply_to_active: false,
    reply_to_auto: false,
    reply_to_email: null,
    html: null,
    mjml: null,
    amp: null,
    text_body: null,
  };
  const values = { placeholders: new Map(), customFields: new Map(), properties: new Map() };
  return { account, mailing, ...values, content, engine: 'verbatim', attachments: [] };
}

/** Replaces parts of the mailing's content with those of the request, all of them unless the mailing is the template. */
export function withContent(
  context: RenderContext,
  { template }: TransactionalMail,
  own: TransactionalContent,
): RenderContext {
  const replyTo = own.reply_to !== null && {
    reply_to_active: true,
    reply_to_auto: false,
    reply_to_email: own.reply_to,
  };
  const sender = own.sender ?? context.content.sender;
  const subject = own.subject ?? context.content.subject;
  const content = { ...context.content, sender, subject, ...replyTo };
  if (template) return { ...context, content };
  const { html, text_body, data } = own;
  return {
    ...context,
    engine: data === null ? 'verbatim' : 'liquid',
    attachments: [],
    content: { ...content, html, amp: null, text_body, preview_text: null, sender_alias: null, recipient_alias: null },
  };
}
