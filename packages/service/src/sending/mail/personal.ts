import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Contact } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { compileTemplate, compileTexts, fillTexts, findTags, render } from '../../templates/index.ts';
import type { MailKey } from '../../tracking/index.ts';

import { occasionContentOfMail } from './occasion-content.ts';
import type { Recipient } from './recipient.ts';
import { readRenderContext, readTagContext, withFeed } from './render-context.ts';
import { tagSources } from './tag-sources.ts';
import { valuesOf } from './values.ts';

/** The recipient of a mail who follows one of its links. */
export interface Visitor {
  account: Account;
  mailing: Mailing;
  contact: Contact & { email: string };
  recipientId: number;
  pages: Recipient['pages'];
}

/** A mail as one contact got it, but without tracking. */
export interface WebVersion {
  subject: string;
  html: string | null;
  text: string | null;
}

/** @throws TemplateError for contents in Liquid */
export async function webVersion(db: Db, visitor: Visitor): Promise<WebVersion> {
  const { account, mailing } = visitor;
  const { event, feed } = await occasionContentOfMail(db, visitor.account.id, keyOf(visitor));
  const context = withFeed(await readRenderContext(db, account, mailing), feed);
  const { subject, html, text_body: text } = context.content;
  const texts = {
    subject: { template: subject, context: 'header' as const },
    html: { template: html ?? '', context: 'html' as const },
    text: { template: text ?? '', context: 'plain' as const },
  };
  const compiled = await compileTexts(context.engine, texts, valuesOf(context));
  const filled = await fillTexts(compiled, { ...visitor, event, messageId: '' });
  return { subject: filled.subject, html: html && filled.html, text: text && filled.text };
}

const keyOf = ({ mailing, contact, recipientId }: Visitor): MailKey => {
  return { mailingId: mailing.id, contactId: contact.id, recipientId };
};

/** Fills the personalization tags of a link for one contact. A link that contains Liquid is never tracked. */
export async function personalAddress(db: Db, visitor: Visitor, url: string): Promise<string> {
  const { account, mailing } = visitor;
  const { event } = await occasionContentOfMail(db, visitor.account.id, keyOf(visitor));
  const context = await readTagContext(db, account, mailing);
  // All of it is one address, also behind a space, where a text would go on.
  const tags = findTags(url, 'plain', [{ start: 0, end: url.length, kind: 'url' }]);
  const template = compileTemplate(url, 'plain', tagSources(context), [], tags);
  return render(template, { ...visitor, event, messageId: '' });
}
