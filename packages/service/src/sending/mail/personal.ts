import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Contact } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { compileTemplate, compileTexts, fillTexts, render } from '../../templates/index.ts';

import { occasionOfDelivery } from './occasions.ts';
import type { Recipient } from './recipient.ts';
import { readRenderContext, readTagContext, withFeed } from './render-context.ts';
import { tagSources } from './tag-sources.ts';
import { valuesOf } from './values.ts';

/** Whom something is shown to that stands in a mail. */
export interface Reader {
  account: Account;
  mailing: Mailing;
  contact: Contact & { email: string };
  /** Which mail of the mailing it is; 0 in a test. */
  delivery: number;
  pages: Recipient['pages'];
}

/** A mail as one contact got it, but without tracking. */
export interface WebVersion {
  subject: string;
  html: string | null;
  text: string | null;
}

/** @throws TemplateError for contents in Liquid */
export async function webVersion(db: Db, reader: Reader): Promise<WebVersion> {
  const { account, mailing } = reader;
  const { event, feed } = await occasionOfDelivery(db, reader);
  const context = withFeed(await readRenderContext(db, account, mailing), feed);
  const { subject, html, text_body: text } = context.content;
  const texts = {
    subject: { template: subject, context: 'header' as const },
    html: { template: html ?? '', context: 'html' as const },
    text: { template: text ?? '', context: 'plain' as const },
  };
  const compiled = await compileTexts(context.engine, texts, valuesOf(context));
  const filled = await fillTexts(compiled, { ...reader, event, messageId: '' });
  return { subject: filled.subject, html: html && filled.html, text: text && filled.text };
}

/** Fills the personalization tags of a link for one contact. A link that contains Liquid is never tracked. */
export async function personalAddress(db: Db, reader: Reader, url: string): Promise<string> {
  const { account, mailing } = reader;
  const { event } = await occasionOfDelivery(db, reader);
  const context = await readTagContext(db, account, mailing);
  return render(compileTemplate(url, 'plain', tagSources(context)), { ...reader, event, messageId: '' });
}
