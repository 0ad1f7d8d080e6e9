import { badRequest, conflict, type Handlers } from '@mailwright/server';
import { changeContent, findContent, findSubject, lockMailing, showSubject } from '../../mailings/index.ts';
import { requireEmail } from '../../people/index.ts';
import { contentSizeFault, maxContentKb, TemplateError, toPlainText } from '../../templates/index.ts';
import type { Context } from '../context.ts';
import { requireOwnSender } from '../require-own-sender.ts';
import { readsContent, writesContent, writesTemplate } from './accessors.ts';
import { contentSet } from './content-set.ts';
import { requireMailing } from './require.ts';

/** Characters of a subject; a template may make more of them. */
const maxSubject = 1023;

/** Contents of mailings. */
export const mailingContentHandlers = {
  getMailingSubject: readsContent(({ subject }) => subject),
  async getMailingShownSubject({ mailingid }, context) {
    const mailing = await requireMailing(context, mailingid);
    return (await showSubject(context.db, mailing, await findSubject(context.db, mailing))).slice(0, maxSubject);
  },
  setMailingSubject: writesTemplate((subject) => ({ subject })),

  getMailingPreviewText: readsContent(({ preview_text }) => preview_text ?? ''),
  setMailingPreviewText: writesTemplate((preview_text) => ({ preview_text })),

  getMailingSender: readsContent(({ sender }) => sender),
  async setMailingSender({ mailingid, body: sender }, context) {
    const mailing = await requireMailing(context, mailingid);
    if (sender !== null) await requireOwnSender(context, 'sender', sender);
    await changeContent(context.db, mailing, { sender });
  },

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

  async synchronizeMailingText({ mailingid }, context) {
    const mailing = await requireMailing(context, mailingid);
    const { html } = await findContent(context.db, mailing);
    if (!html) throw badRequest(`Mailing with id ${mailingid} has no HTML; set it before its text is made from it.`);
    const parts = { text_body: withinLimit(await readText(html)) };
    await context.db.transaction().execute(async (transaction) => {
      const now = await lockMailing(transaction, context.accountId, mailingid);
      if (now?.content_version !== mailing.content_version)
        throw conflict(`Mailing with id ${mailingid} was changed while its text was being made; repeat the request.`);
      await changeContent(transaction, now, parts);
    });
    return contentSet(context, mailing, parts);
  },

  async getMailingMaxContentSize({ mailingid }, context) {
    await requireMailing(context, mailingid);
    return maxContentKb;
  },
} satisfies Partial<Handlers<Context>>;

async function readText(html: string): Promise<string> {
  try {
    return await toPlainText(html);
  } catch (error) {
    throw error instanceof TemplateError ? badRequest(error.message) : error;
  }
}

function withinLimit(text: string): string {
  const fault = contentSizeFault('text', text);
  if (fault !== undefined) throw badRequest(fault);
  return text;
}
