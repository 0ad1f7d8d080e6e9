import { badRequest, type Handlers } from '@mailwright/server';
import { requireEmail } from '../../people/index.ts';
import { contentSizeFault, maxContentKb } from '../../templates/index.ts';
import type { Context } from '../context.ts';
import { readsContent, writesContent, writesTemplate } from './accessors.ts';
import { requireMailing } from './require.ts';

/** Contents of mailings. */
export const mailingContentHandlers = {
  getMailingSubject: readsContent(({ subject }) => subject),
  setMailingSubject: writesTemplate((subject) => ({ subject })),

  getMailingPreviewText: readsContent(({ preview_text }) => preview_text ?? ''),
  setMailingPreviewText: writesTemplate((preview_text) => ({ preview_text })),

  getMailingSender: readsContent(({ sender }) => sender),
  setMailingSender: writesContent((sender: string | null) => ({ sender })),

  getMailingSenderAlias: readsContent(({ sender_alias }) => sender_alias ?? ''),
  setMailingSenderAlias: writesTemplate((sender_alias) => ({ sender_alias })),

  getMailingRecipientAlias: readsContent(({ recipient_alias }) => recipient_alias ?? ''),
  setMailingRecipientAlias: writesTemplate((recipient_alias) => ({ recipient_alias })),

  getMailingReplyTo: readsContent(({ reply_to_active, reply_to_auto, reply_to_email }) => ({
    active: reply_to_active,
    auto: reply_to_auto,
    ...(reply_to_email === null ? {} : { customEmail: reply_to_email }),
  })),

  async setMailingReplyTo({ mailingid, active, auto, customEmail }, context) {
    if (active && !auto && !customEmail) throw badRequest('customEmail is required when auto is false.');
    const reply_to_email = auto || !customEmail ? null : requireEmail(customEmail, 'customEmail').address;
    const change = writesContent(() => ({ reply_to_active: active, reply_to_auto: auto, reply_to_email }));
    await change({ mailingid, body: undefined }, context);
  },

  getMailingHtml: readsContent(({ html }) => html ?? ''),
  getMailingMjml: readsContent(({ mjml }) => mjml ?? ''),

  getMailingText: readsContent(({ text_body }) => text_body ?? ''),
  setMailingText: writesTemplate((text_body) => ({ text_body: withinLimit(text_body) })),

  async getMailingMaxContentSize({ mailingid }, context) {
    await requireMailing(context, mailingid);
    return maxContentKb;
  },
} satisfies Partial<Handlers<Context>>;

function withinLimit(text: string): string {
  const fault = contentSizeFault('text', text);
  if (fault !== undefined) throw badRequest(fault);
  return text;
}
