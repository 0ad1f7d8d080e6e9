import { sql } from 'kysely';
import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { type Contact, contactState, emptyContact, isBlacklisted } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import {
  compileMail,
  type MailEnvironment,
  type MailSource,
  type MailTemplate,
  type NewStep,
  type RenderContext,
  readRenderContext,
  type TrackedAddresses,
  type TrackedLinks,
} from '../../sending/index.ts';
import { TemplateError } from '../../templates/index.ts';
import { formatOccasion, mailAddresses, personalPages, signingKey, trackingPlan } from '../../tracking/index.ts';
import { findMail, findTransactionalContent, type TransactionalContent, type TransactionalMail } from './store.ts';
import { recordSteps } from './story.ts';

/** Makes the mails that programs send in one call: without tracking and ways to unsubscribe, unless asked for. */
export const transactionalMails = ({ publicUrl }: Pick<MailEnvironment, 'publicUrl'>): MailSource => ({
  async open(db, { account, mailing, occasion }) {
    const mail = occasion.kind === 'transactional' ? await findMail(db, account.id, occasion.mailId) : undefined;
    const content = mail && (await findTransactionalContent(db, account.id, mail.content_id));
    if (content === undefined) return { skip: 'erased' };
    const compiled = await compile(db, account, mailing, mail!, content).catch((error: unknown) => {
      if (error instanceof TemplateError) return { skip: error.message };
      throw error;
    });
    if ('skip' in compiled) return compiled;
    const event = content.data ?? undefined;
    const { template, links } = compiled;
    const key = isTracked(content) ? await signingKey(db, account.id) : undefined;
    const tracked = key && links && trackedAddresses(links, mailAddresses(publicUrl, key, mail!.id));
    return async ({ recipientId, contactId, contact, messageId, returnPath }) => {
      const skip = await obstacle(db, mail!, contact);
      if (skip !== undefined) return { skip };
      const recipient = { ...(contact ?? emptyContact(mail!.email)), email: mail!.email };
      const addresses = key && { publicUrl, key, mailingId: mailing.id };
      const pages = addresses && personalPages(addresses, { recipientId, contactId });
      const unsubscribe = pages && content.track_unsubscriptions ? { page: pages.unsubscribe() } : undefined;
      return template({ contact: recipient, event, messageId, returnPath, pages: {}, tracked, unsubscribe });
    };
  },

  async end(db, { mailing, occasion }) {
    if (occasion.kind !== 'transactional') return () => {};
    const step = await lastStep(db, mailing, occasion.mailId);
    if (step !== undefined) await recordSteps(db, mailing.account_id, [step]);
    return () => {};
  },
});

/**
 * Returns why a mail is not sent. Permissions do not matter: its recipient has asked for it, or needs it. Nothing stops a mail to
 * a user: whoever may change contacts could else keep administrators from hearing of a change.
 */
async function obstacle(db: Db, mail: TransactionalMail, contact: Contact | undefined): Promise<string | undefined> {
  const { account_id, contact_id, email_folded, to_user } = mail;
  if (to_user) return undefined;
  if (contact_id !== 0 && (contact === undefined || contact.anonymous)) return 'erased';
  if (contact?.blocked_at != null && contact.email_folded === email_folded) {
    const { state, reason } = contactState(contact);
    return `${state}: ${reason}`;
  }
  return (await isBlacklisted(db, account_id, email_folded)) ? 'blocked: blacklist' : undefined;
}

/** @throws TemplateError */
async function compile(
  db: Db,
  account: Account,
  mailing: Mailing,
  mail: TransactionalMail,
  content: TransactionalContent,
): Promise<{ template: MailTemplate; links: TrackedLinks | undefined }> {
  const context = withContent(await readRenderContext(db, account, mailing), mail, content);
  const attachments = content.attachments.map(({ filename, mimetype, data, cid }) => {
    return { filename, contentType: mimetype, content: Buffer.from(data, 'base64'), ...(cid && { cid }) };
  });
  const senderName = content.sender === null ? {} : { sender: content.sender_name ?? '' };
  const recipientName = mail.template && mail.name === null ? {} : { recipient: mail.name ?? '' };
  const { html, text_body: text } = context.content;
  const names = { ...senderName, ...recipientName };
  const links = isTracked(content) ? findTrackedLinks(content, { html, text }) : undefined;
  const options = { purpose: 'transactional' as const, attachments, names, links };
  const template = await compileMail(db, context, { html, text }, options);
  return { template, links };
}

const isTracked = ({ track_opens, track_clicks, track_unsubscriptions }: TransactionalContent) =>
  track_opens || track_clicks || track_unsubscriptions;

/** Finds the places that tracking replaces. A link into which data is filled stays as it is: it may be a secret. */
function findTrackedLinks(
  { track_opens, track_clicks }: TransactionalContent,
  texts: { html: string | null; text: string | null },
): TrackedLinks {
  const { html, text, pixelAt } = trackingPlan('single-recipient', texts);
  const clicked = (places: typeof html) => (track_clicks ? places.filter(({ personal }) => !personal) : []);
  const plan = { html: clicked(html), text: clicked(text), ...(track_opens && pixelAt !== undefined && { pixelAt }) };
  const ids = { html: [...plan.html.keys()], text: plan.text.map((_place, at) => plan.html.length + at) };
  return { plan, ids };
}

function trackedAddresses({ plan }: TrackedLinks, { link, pixel }: ReturnType<typeof mailAddresses>): TrackedAddresses {
  const places = [...plan.html, ...plan.text];
  return { link: (id) => link(places[id]!.url), pixel, anonymous: false };
}

/** Replaces parts of the mailing's content with those of the request, all of them unless the mailing is the template. */
function withContent(
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
    content: { ...content, html, text_body, preview_text: null, sender_alias: null, recipient_alias: null },
  };
}

/** Returns the step with which a mail has come to an end, as its recipient says. */
async function lastStep(db: Db, mailing: Mailing, mailId: string): Promise<NewStep | undefined> {
  const row = await db
    .selectFrom('recipient')
    .select(['state', 'code', 'reason'])
    .where('account_id', '=', mailing.account_id)
    .where('mailing_id', '=', mailing.id)
    .where('occasion', '=', formatOccasion({ kind: 'transactional', mailId }))
    .where(
      sql<boolean>`contact_id = (select contact_id from transactional_mail
        where account_id = ${mailing.account_id} and id = ${mailId}::uuid)`,
    )
    .executeTakeFirst();
  const steps = { sent: 'delivered', failed: 'failed', skipped: 'skipped' } as const;
  if (row === undefined || !(row.state in steps)) return undefined;
  const step = steps[row.state as keyof typeof steps];
  return { mailId, step, code: row.code ?? undefined, reason: row.reason ?? undefined };
}
