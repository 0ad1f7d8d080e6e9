import type { Kysely } from 'kysely';
import type { Account } from '../../account/index.ts';
import { compileTemplate, type Mailing, render } from '../../mailings/index.ts';
import type { Contact } from '../../people/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Recipient } from './recipient.ts';
import { readRenderContext } from './render-context.ts';
import { tagSources } from './tag-sources.ts';

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

export async function webVersion(db: Kysely<Schema>, reader: Reader): Promise<WebVersion> {
  const context = await readRenderContext(db, reader.account, reader.mailing);
  const sources = tagSources(context);
  const recipient: Recipient = { ...reader, messageId: '' };
  const { subject, html, text_body: text } = context.content;
  return {
    subject: render(compileTemplate(subject, 'header', sources), recipient),
    html: html ? render(compileTemplate(html, 'html', sources), recipient) : null,
    text: text ? render(compileTemplate(text, 'plain', sources), recipient) : null,
  };
}

/** A web address with personalisation tags, filled for one contact. */
export async function personalAddress(db: Kysely<Schema>, reader: Reader, url: string): Promise<string> {
  const context = await readRenderContext(db, reader.account, reader.mailing);
  return render(compileTemplate(url, 'plain', tagSources(context)), { ...reader, messageId: '' });
}
