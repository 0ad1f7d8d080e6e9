import type { Mailing } from '../../mailings/index.ts';
import { emptyContact, reachableContacts } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import {
  compileMail,
  mailTexts,
  messageOf,
  newMessageId,
  pagesOf,
  type Recipient,
  type RenderContext,
  valuesOf,
} from '../../sending/index.ts';
import { compileTexts, fillTexts, type TextContext } from '../../templates/index.ts';
import { signingKey } from '../../tracking/index.ts';
import type { CheckedMailing } from '../findings/subject.ts';
import { targetCondition } from './recipients.ts';

/** A mailing as one recipient gets it. */
export interface Sample {
  subject: string;
  preview: string;
  senderAlias: string;
  html: string | null;
  text: string | null;
}

/** Contacts of the target group, or somebody without data where there are none. */
export async function sampleContacts({ db, mailing }: CheckedMailing, limit: number): Promise<Recipient['contact'][]> {
  const condition = await targetCondition(db, mailing);
  const contacts = condition ? await reachableContacts(db, mailing.account_id, condition, limit) : [];
  return contacts.length > 0 ? contacts : [emptyContact('somebody@example.com')];
}

/** Pages of those who try a mailing: they show what they are for, and do nothing. */
export async function trialPages(
  db: Db,
  mailing: Mailing,
  publicUrl: string,
): Promise<(contactId: number) => Recipient['pages']> {
  const key = await signingKey(db, mailing.account_id);
  const DOI_CONFIRM = () => `${publicUrl}/`;
  return (contactId) => ({ ...pagesOf({ publicUrl, key, mailing }, { recipientId: 0, contactId }), DOI_CONFIRM });
}

/**
 * Renders the contents for the first recipient of the target group.
 * @param event data of the event that the mailing answers to, as an example
 * @throws TemplateError
 */
export async function readSample(subject: CheckedMailing, event?: Recipient['event']): Promise<Sample> {
  const [contact] = await sampleContacts(subject, 1);
  return renderFor(subject, contact!, event);
}

/** Renders the contents for one contact. @throws TemplateError */
export async function renderFor(
  subject: CheckedMailing,
  contact: Recipient['contact'],
  event?: Recipient['event'],
): Promise<Sample> {
  return fill(subject.context, { ...(await recipientOf(subject, contact)), event });
}

export async function recipientOf(subject: CheckedMailing, contact: Recipient['contact']): Promise<Recipient> {
  const pages = (await trialPages(subject.db, subject.mailing, subject.publicUrl))(contact.id);
  const messageId = newMessageId(subject.context.content.sender ?? `sample@${subject.account.domain}`);
  return { contact, messageId, pages, unsubscribe: { page: pages.UNSUBSCRIBE!() } };
}

async function fill(context: RenderContext, recipient: Recipient): Promise<Sample> {
  const text = (template: string | null, textContext: TextContext) => ({
    template: template ?? '',
    context: textContext,
  });
  const { subject, preview_text, sender_alias, html, text_body } = context.content;
  const texts = {
    subject: text(subject, 'header'),
    previewtext: text(preview_text, 'plain'),
    senderalias: text(sender_alias, 'header'),
    html: text(html, 'html'),
    text: text(text_body, 'plain'),
  };
  const filled = await fillTexts(await compileTexts(context.engine, texts, valuesOf(context)), recipient);
  return {
    subject: filled.subject,
    preview: filled.previewtext,
    senderAlias: filled.senderalias,
    html: html && filled.html,
    text: text_body && filled.text,
  };
}

/** Whole messages as they would go over the wire, made one by one; a mailing without a sender gets one for that. */
export async function* buildMessages(
  subject: CheckedMailing,
  contacts: readonly Recipient['contact'][],
): AsyncGenerator<Buffer> {
  const { content } = subject.context;
  const sender = content.sender ?? `sample@${subject.account.domain}`;
  const context = { ...subject.context, content: { ...content, sender } };
  const template = await compileMail(subject.db, context, await mailTexts(context), { purpose: 'campaign' });
  const first = await recipientOf(subject, contacts[0]!);
  for (const contact of contacts) yield messageOf(await template({ ...first, contact }));
}
