import type { Account } from '../../account/index.ts';
import {
  attachmentsOf,
  findContent,
  findSubject,
  listProperties,
  type Mailing,
  type MailingContent,
} from '../../mailings/index.ts';
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
import { type AccountSources, readAccountSources } from '../seals/sources.ts';
import type { MailAttachment } from './attachment.ts';
import { withCampaignLinks } from './campaign-links.ts';
import type { Feed } from './occasion-content.ts';

/** Sources of tag values that all mails of a mailing share. */
export interface TagContext extends AccountSources {
  mailing: Mailing;
  content: Pick<MailingContent, 'subject'>;
  properties: ReadonlyMap<string, string>;
}

/** Data that all mails of a mailing share. */
export interface RenderContext extends TagContext {
  content: MailingContent;
  /** The template language of the contents. */
  engine: Engine;
  attachments: readonly MailAttachment[];
}

/** Reads the sources of tag values, without contents and attachments. */
export async function readTagContext(db: Db, account: Account, mailing: Mailing): Promise<TagContext> {
  return { ...(await readSources(db, account, mailing)), content: { subject: await findSubject(db, mailing) } };
}

/** Reads the data that all mails of a mailing share. */
export async function readRenderContext(db: Db, account: Account, mailing: Mailing): Promise<RenderContext> {
  const sources = await readSources(db, account, mailing);
  return withCampaignLinks({
    ...sources,
    content: await findContent(db, mailing),
    engine: engineOf(sources.properties),
    attachments: await attachmentsOf(db, mailing),
  });
}

async function readSources(db: Db, account: Account, mailing: Mailing) {
  return {
    ...(await readAccountSources(db, account, mailing)),
    mailing,
    properties: byKey(await listProperties(db, account.id, mailing.id)),
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
  return withCampaignLinks({ ...context, content: { ...heads, ...filled } });
}

const byKey = (pairs: { key: string; value: string }[]): ReadonlyMap<string, string> =>
  new Map(pairs.map(({ key, value }) => [key, value]));
