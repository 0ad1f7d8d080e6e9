import type { Transaction } from 'kysely';
import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db, Schema } from '../../platform/database/schema.ts';
import { registerPlan, trackingPlan } from '../../tracking/index.ts';
import { compileMail, type MailPurpose, type MailTemplate, mailTexts } from './compile-mail.ts';
import type { OccasionContent } from './occasions.ts';
import { readRenderContext, withFeed } from './render-context.ts';

/** Placeholders and contact fields of the account can change without the mailing; after so long they are read again. */
const maxAgeMillis = 30_000;
const maxTemplates = 100;

/** Templates of mailings that are being sent, read and compiled once for many mails. */
export class MailTemplates {
  #kept = new Map<string, { template: Promise<MailTemplate>; until: number }>();

  of(
    db: Db,
    account: Account,
    mailing: Mailing,
    purpose: MailPurpose,
    occasion: OccasionContent = {},
  ): Promise<MailTemplate> {
    const read = () =>
      db.transaction().execute((transaction) => readTemplate(transaction, account, mailing, purpose, occasion));
    const isForAll = occasion.feed === undefined && !occasion.attachments?.length;
    if (!isForAll) return read();
    const key = `${account.id}/${mailing.id}/${mailing.content_version}/${purpose}`;
    const kept = this.#kept.get(key);
    if (kept && kept.until > Date.now()) return kept.template;
    this.#kept.delete(key);
    const template = read();
    this.#kept.set(key, { template, until: Date.now() + maxAgeMillis });
    template.catch(() => this.#kept.delete(key));
    if (this.#kept.size > maxTemplates) this.#kept.delete(this.#kept.keys().next().value!);
    return template;
  }
}

/** Reads and compiles a mailing for what it is sent for; the links that are tracked are registered, unless they are already. */
export async function readTemplate(
  db: Transaction<Schema>,
  account: Account,
  mailing: Mailing,
  purpose: MailPurpose,
  { feed, attachments }: OccasionContent = {},
): Promise<MailTemplate> {
  const context = withFeed(await readRenderContext(db, account, mailing), feed);
  const texts = mailTexts(context);
  if (mailing.type === 'doi') return compileMail(context, texts, { purpose });
  const plan = trackingPlan(mailing.tracking_strategy, texts);
  const links = { plan, ids: await registerPlan(db, account.id, mailing.id, plan) };
  return compileMail(context, texts, { purpose, links, attachments });
}
