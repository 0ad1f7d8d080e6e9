import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { registerPlan, trackingPlan } from '../../tracking/index.ts';
import type { MailPurpose } from '../tables.ts';
import { compileMail, type MailTemplate, type MailTexts, mailTexts } from './compile-mail.ts';
import type { OccasionContent } from './occasion-content.ts';
import { type RenderContext, readRenderContext, withFeed } from './render-context.ts';
import { type TrackedLinks, withLinksOfAmp, withLinksOfMadeText } from './tracked-links.ts';

/** Placeholders and contact fields of the account can change without the mailing; after so long they are read again. */
const maxAgeMillis = 30_000;
const maxTemplates = 100;
/** Bytes of contents and files of all templates that are kept. */
const defaultMaxBytes = 128 * 1024 * 1024;

/** Templates of mailings that are being sent, read and compiled once for many mails. */
export class MailTemplates {
  #maxBytes: number;
  #kept = new Map<string, { template: Promise<MailTemplate>; until: number; bytes: number }>();

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  of(
    db: Db,
    account: Account,
    mailing: Mailing,
    purpose: MailPurpose,
    occasion: OccasionContent = {},
  ): Promise<MailTemplate> {
    const read = () => readTemplate(db, account, mailing, purpose, occasion);
    const isForAll = occasion.feed === undefined && !occasion.attachments?.length;
    if (!isForAll) return read().then(({ template }) => template);
    const key = `${account.id}/${mailing.id}/${mailing.content_version}/${purpose}`;
    const kept = this.#kept.get(key);
    if (kept && kept.until > performance.now()) return kept.template;
    this.#kept.delete(key);
    const sized = read();
    const entry = {
      template: sized.then(({ template }) => template),
      until: performance.now() + maxAgeMillis,
      bytes: 0,
    };
    this.#kept.set(key, entry);
    sized.then(
      ({ bytes }) => {
        entry.bytes = bytes;
        this.#forgetOldest();
      },
      () => this.#kept.delete(key),
    );
    return entry.template;
  }

  /** The newest one stays, however large it is. */
  #forgetOldest(): void {
    let bytes = 0;
    for (const entry of this.#kept.values()) bytes += entry.bytes;
    for (const [key, entry] of this.#kept) {
      if (this.#kept.size === 1 || (this.#kept.size <= maxTemplates && bytes <= this.#maxBytes)) return;
      this.#kept.delete(key);
      bytes -= entry.bytes;
    }
  }
}

/**
 * Reads and compiles a mailing for what it is sent for; the links that are tracked are registered, unless they are already.
 * Also gives about how much memory the template takes. @throws TemplateError
 */
export async function readTemplate(
  db: Db,
  account: Account,
  mailing: Mailing,
  purpose: MailPurpose,
  { feed, attachments }: OccasionContent = {},
): Promise<{ template: MailTemplate; bytes: number }> {
  const read = await db.transaction().execute((transaction) => readRenderContext(transaction, account, mailing));
  const context = withFeed(read, feed);
  const texts = await mailTexts(context);
  const links = mailing.type === 'doi' ? undefined : await registerLinks(db, mailing, texts);
  const own = links ? { links, attachments } : {};
  return { template: await compileMail(db, context, texts, { purpose, ...own }), bytes: bytesOf(context) };
}

async function registerLinks(
  db: Db,
  mailing: Mailing,
  { html, amp, text, isTextMade }: MailTexts,
): Promise<TrackedLinks> {
  const { account_id, id, tracking_strategy: strategy } = mailing;
  const plan = trackingPlan(strategy, { html, text: isTextMade ? null : text });
  const ids = await db.transaction().execute((transaction) => registerPlan(transaction, account_id, id, plan));
  const placesOf = (parts: Parameters<typeof trackingPlan>[1]) => trackingPlan(strategy, parts);
  const links = isTextMade ? withLinksOfMadeText({ plan, ids }, placesOf({ html: null, text }).text) : { plan, ids };
  return amp ? withLinksOfAmp(links, placesOf({ html: amp, text: null }).html) : links;
}

/** Files are kept in base64. */
function bytesOf({ content: { html, amp, text_body }, attachments }: RenderContext): number {
  const files = attachments.reduce((sum, { content }) => sum + content.length, 0);
  return Math.ceil((files * 4) / 3) + 2 * ((html?.length ?? 0) + (amp?.length ?? 0) + (text_body?.length ?? 0));
}
