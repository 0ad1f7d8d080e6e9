import type { Kysely } from 'kysely';
import type { Account } from '../../account/index.ts';
import { compileTemplate, compileTexts, fillTexts, type Mailing, render } from '../../mailings/index.ts';
import type { Contact } from '../../people/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Recipient } from './recipient.ts';
import { readRenderContext } from './render-context.ts';
import { tagSources } from './tag-sources.ts';
import { valuesOf } from './values.ts';

/** Whom something is shown to that stands in a mail. */
export interface Reader {
  account: Account;
  mailing: Mailing;
  contact: Contact & { email: string };
  pages: Recipient['pages'];
}

/** A mailing as one contact got it, but without tracking. */
export interface WebVersion {
  subject: string;
  html: string | null;
  text: string | null;
}

/** @throws TemplateError for contents in Liquid */
export async function webVersion(db: Kysely<Schema>, reader: Reader): Promise<WebVersion> {
  const context = await readRenderContext(db, reader.account, reader.mailing);
  const { subject, html, text_body: text } = context.content;
  const texts = {
    subject: { template: subject, context: 'header' as const },
    html: { template: html ?? '', context: 'html' as const },
    text: { template: text ?? '', context: 'plain' as const },
  };
  const compiled = await compileTexts(context.engine, texts, valuesOf(context));
  const filled = await fillTexts(compiled, { ...reader, messageId: '' });
  return { subject: filled.subject, html: html && filled.html, text: text && filled.text };
}

/** A web address with personalisation tags, filled for one contact; an address with Liquid in it is never tracked. */
export async function personalAddress(db: Kysely<Schema>, reader: Reader, url: string): Promise<string> {
  const context = await readRenderContext(db, reader.account, reader.mailing);
  return render(compileTemplate(url, 'plain', tagSources(context)), { ...reader, messageId: '' });
}
