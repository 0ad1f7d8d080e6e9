import { type Account, listPlaceholders } from '../../account/index.ts';
import { attachmentsOf, findContent, listProperties, type Mailing, type MailingContent } from '../../mailings/index.ts';
import { type CustomFields, customFields } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import {
  dateFormat,
  type Engine,
  engineOf,
  feedPlaces,
  fillHeads,
  fillPlaces,
  TemplateError,
} from '../../templates/index.ts';

import type { MailAttachment } from './body.ts';
import type { Feed } from './occasions.ts';

/** What is the same in all mails of a mailing. */
export interface RenderContext {
  account: Account;
  mailing: Mailing;
  content: MailingContent;
  properties: ReadonlyMap<string, string>;
  /** How the contents are filled. */
  engine: Engine;
  /** Of the account, by key. */
  placeholders: ReadonlyMap<string, string>;
  customFields: CustomFields;
  /** Of the mailing. */
  attachments: readonly MailAttachment[];
}

/** Reads what is the same in all mails of a mailing: once for all of them. */
export async function readRenderContext(db: Db, account: Account, mailing: Mailing): Promise<RenderContext> {
  const properties = byKey(await listProperties(db, account.id, mailing.id));
  return {
    account,
    mailing,
    content: await findContent(db, mailing),
    properties,
    engine: engineOf(properties),
    placeholders: byKey(await listPlaceholders(db, account.id)),
    customFields: await customFields(db, account.id),
    attachments: await attachmentsOf(db, mailing),
  };
}

/**
 * The same with the items of a feed in its rss blocks, and the first of them in the tags `[[RSS|…]]` of the subject, the
 * names and the preview text; blocks of other feeds stay what they are.
 * @throws TemplateError if they do not fit into a mail
 */
export function withFeed(context: RenderContext, feed: Feed | undefined): RenderContext {
  const [first] = feed?.items ?? [];
  if (feed === undefined || first === undefined) return context;
  const { account, mailing, content } = context;
  const formatDate = dateFormat(mailing.locale, account.time_zone);
  const heads = fillHeads(content, first, formatDate);
  const found = feedPlaces(content);
  if ('fault' in found) return { ...context, content: heads };
  const ofFeed = (blocks: typeof found.html) => blocks.filter(({ url }) => url === feed.url);
  const places = { html: ofFeed(found.html), text: ofFeed(found.text) };
  const filled = fillPlaces(content, places, () => feed.items, formatDate);
  if ('fault' in filled) throw new TemplateError(filled.fault);
  return { ...context, content: { ...heads, ...filled } };
}

const byKey = (pairs: { key: string; value: string }[]): ReadonlyMap<string, string> =>
  new Map(pairs.map(({ key, value }) => [key, value]));
