import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { type Contact, contactState, emptyContact, isBlacklisted } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import {
  compileMail,
  type MailEnvironment,
  type MailSource,
  type MailTemplate,
  mailTexts,
  passing,
  type RenderContext,
  readRenderContext,
  rememberSenders,
  type TrackedAddresses,
  type TrackedLinks,
} from '../../sending/index.ts';
import { TemplateError } from '../../templates/index.ts';
import {
  formatOccasion,
  mailAddresses,
  type Occasion,
  personalPages,
  signingKey,
  trackingPlan,
} from '../../tracking/index.ts';
import { blankContext, withContent } from './contents.ts';
import {
  findMailsWithContents,
  findTransactionalContent,
  type TransactionalContent,
  type TransactionalMail,
} from './store.ts';
import { recordEnds } from './story.ts';

/** Makes the mails that programs send in one call: without tracking and ways to unsubscribe, unless asked for. */
export const transactionalMails = ({ publicUrl }: Pick<MailEnvironment, 'publicUrl'>): MailSource => ({
  async open(db, { account, mailing, occasions }) {
    const found = await findMailsWithContents(db, account.id, mailIdsOf(occasions));
    const templateOf = once(() => readRenderContext(db, account, mailing));
    const findSigning = rememberSenders(db, account.id);
    const keyOf = once(() => signingKey(db, account.id));
    const made = new Map<string, Made>();
    const prepare = async ({ mail, content: small }: (typeof found)[number]): Promise<Made> => {
      const content = small ?? (await findTransactionalContent(db, account.id, mail.content_id));
      if (content === undefined) return { skip: 'erased' };
      const compiled = await compile(db, account, { mailing, templateOf, findSigning }, mail, content).catch(
        (error: unknown) => {
          if (error instanceof TemplateError) return { skip: error.message };
          throw error;
        },
      );
      if ('skip' in compiled) return compiled;
      const event = content.data ?? undefined;
      const { template, links } = compiled;
      const key = isTracked(content) ? await keyOf() : undefined;
      const tracked = key && links && trackedAddresses(links, mailAddresses(publicUrl, key, mail.id));
      return async ({ recipientId, contactId, contact, messageId, returnPath }) => {
        const skip = await obstacle(db, mail, contact);
        if (skip !== undefined) return { skip };
        const recipient = { ...(contact ?? emptyContact(mail.email)), email: mail.email };
        const addresses = key && { publicUrl, key, mailingId: mailing.id };
        const pages = addresses && personalPages(addresses, { recipientId, contactId });
        const unsubscribe = pages && content.track_unsubscriptions ? { page: pages.unsubscribe() } : undefined;
        return template({ contact: recipient, event, messageId, returnPath, pages: {}, tracked, unsubscribe });
      };
    };
    await Promise.all(
      found.map(async (each) => {
        const occasion = formatOccasion({ kind: 'transactional', mailId: each.mail.id });
        made.set(occasion, await prepare(each));
      }),
    );
    return async (wanted) => {
      const make = made.get(wanted.occasion) ?? { skip: 'erased' };
      return typeof make === 'function' ? make(wanted) : make;
    };
  },

  async end(db, { mailing, occasions }) {
    await recordEnds(db, mailing, mailIdsOf(occasions));
    return () => {};
  },
});

/** How to make a mail, or why it is not sent. */
type Made = Awaited<ReturnType<MailSource['open']>>;

const mailIdsOf = (occasions: readonly Occasion[]) =>
  occasions.flatMap((occasion) => (occasion.kind === 'transactional' ? occasion.mailId : []));

/** Reads something when it is needed first. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

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

/** What mails that are compiled together read once. */
interface Shared {
  mailing: Mailing;
  templateOf: () => Promise<RenderContext>;
  findSigning: ReturnType<typeof rememberSenders>;
}

/** @throws TemplateError */
async function compile(
  db: Db,
  account: Account,
  { mailing, templateOf, findSigning }: Shared,
  mail: TransactionalMail,
  content: TransactionalContent,
): Promise<{ template: MailTemplate; links: TrackedLinks | undefined }> {
  if (content.message !== null)
    return { template: await passing.passOn(db, account, content.sender!, content.message), links: undefined };
  const isWhole = !mail.template && content.data === null && content.sender !== null && content.subject !== null;
  const context = withContent(isWhole ? blankContext(account, mailing) : await templateOf(), mail, content);
  const attachments = content.attachments.map(({ filename, mimetype, data, cid }) => {
    return { filename, contentType: mimetype, content: Buffer.from(data, 'base64'), ...(cid && { cid }) };
  });
  const senderName = content.sender === null ? {} : { sender: content.sender_name ?? '' };
  const recipientName = mail.template && mail.name === null ? {} : { recipient: mail.name ?? '' };
  const texts = await mailTexts({ ...context, content: { ...context.content, preview_text: null } });
  const names = { ...senderName, ...recipientName };
  const links = isTracked(content) ? findTrackedLinks(content, texts) : undefined;
  const options = { purpose: 'transactional' as const, attachments, names, links };
  const template = await compileMail(db, context, texts, options, findSigning);
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
  return { link: (ids, at) => link(places[ids[at]!]!.url), pixel, anonymous: false };
}
