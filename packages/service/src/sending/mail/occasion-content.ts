import type { Db } from '../../platform/database/schema.ts';
import type { FeedItem } from '../../platform/feed/feed.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import type { MailKey, Occasion } from '../../tracking/index.ts';
import type { MailAttachment } from './attachment.ts';
import { occasionOfMail } from './occasion-of-mail.ts';

/** Data of an occasion that the contents can show. */
export interface OccasionContent {
  /** Values of the tags `EVENT|…`. */
  event?: Readonly<Record<string, unknown>> | undefined;
  /** Items that fill the rss blocks of a feed. */
  feed?: Feed | undefined;
  /** Files beside those of the mailing. */
  attachments?: readonly MailAttachment[] | undefined;
}

/** New items of a feed, in the order in which they are shown. */
export interface Feed {
  url: string;
  items: readonly FeedItem[];
}

/** Finds the content of an occasion of a mailing; undefined when it has none. */
export type ReadOccasionContent = (
  db: Db,
  accountId: number,
  mailingId: number,
  occasion: Occasion,
) => Promise<OccasionContent | undefined>;

declare module '../../platform/hooks/hooks.ts' {
  interface Hooks {
    readOccasionContent: ReadOccasionContent;
  }
}

/** The content of the occasion that a contact gets a mailing on; a mailing that a contact gets once has none. */
export async function occasionContent(
  db: Db,
  accountId: number,
  mailingId: number,
  occasion: Occasion,
): Promise<OccasionContent> {
  if (occasion.kind === 'sendout') return {};
  return (await hooksOf(db).readOccasionContent(db, accountId, mailingId, occasion)) ?? {};
}

/** Reads the content of the occasion of a mail; empty for a test, or if the mail was deleted. */
export async function occasionContentOfMail(db: Db, accountId: number, mail: MailKey): Promise<OccasionContent> {
  const occasion = await occasionOfMail(db, accountId, mail);
  return occasion === undefined ? {} : occasionContent(db, accountId, mail.mailingId, occasion);
}
