import type { FeedItem } from '../../platform/feed/feed.ts';
import type { MailingContent } from '../store.ts';
import { findRssBlocks, type RssBlock } from './blocks.ts';
import { type FormatDate, fillBlocks, fillItem } from './fill.ts';

/** The places of feeds in a mailing. */
export interface FeedPlaces {
  html: RssBlock[];
  text: RssBlock[];
}

type Bodies = Pick<MailingContent, 'html' | 'text_body'>;

/** The blocks of the HTML and of the text, or what is wrong with one of them. */
export function feedPlaces({ html, text_body }: Bodies): FeedPlaces | { fault: string } {
  const ofHtml = findRssBlocks(html ?? '');
  if ('fault' in ofHtml) return ofHtml;
  const ofText = findRssBlocks(text_body ?? '');
  return 'fault' in ofText ? ofText : { html: ofHtml.blocks, text: ofText.blocks };
}

/** The HTML and the text with the items of feeds in these places. */
export function fillPlaces(
  { html, text_body }: Bodies,
  places: FeedPlaces,
  itemsOf: (url: string) => readonly FeedItem[],
  formatDate: FormatDate,
): Bodies {
  const filled = (text: string | null, context: 'html' | 'plain', blocks: RssBlock[]) =>
    text && fillBlocks({ text, context, blocks }, itemsOf, formatDate);
  return { html: filled(html, 'html', places.html), text_body: filled(text_body, 'plain', places.text) };
}

/** What mail programs show of a mail before it is opened, with the tags of feeds filled from one item. */
export function fillHeads(content: MailingContent, item: FeedItem, formatDate: FormatDate): MailingContent {
  const filled = <Text extends string | null>(template: Text, context: 'header' | 'plain') =>
    (template && fillItem(template, context, item, formatDate)) as Text;
  return {
    ...content,
    subject: filled(content.subject, 'header'),
    sender_alias: filled(content.sender_alias, 'header'),
    recipient_alias: filled(content.recipient_alias, 'header'),
    preview_text: filled(content.preview_text, 'plain'),
  };
}
