import type { FeedItem } from '../../platform/feed/feed.ts';
import { contentSizeFault, maxContentKb } from '../contents/size.ts';
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

/** Returns the HTML and the text with the items of feeds in these places, or what is wrong with the result. */
export function fillPlaces(
  { html, text_body }: Bodies,
  places: FeedPlaces,
  itemsOf: (url: string) => readonly FeedItem[],
  formatDate: FormatDate,
): Bodies | { fault: string } {
  const filled = (text: string | null, context: 'html' | 'plain', blocks: RssBlock[]) =>
    text && fillBlocks({ text, context, blocks }, itemsOf, formatDate, maxContentKb * 1024);
  const [filledHtml, filledText] = [filled(html, 'html', places.html), filled(text_body, 'plain', places.text)];
  if (filledHtml === undefined) return { fault: filledTooLarge('html') };
  if (filledText === undefined) return { fault: filledTooLarge('text') };
  const fault = contentSizeFault('html', filledHtml ?? '') ?? contentSizeFault('text', filledText ?? '');
  return fault === undefined ? { html: filledHtml, text_body: filledText } : { fault };
}

const filledTooLarge = (part: 'html' | 'text') =>
  `The ${part} must have at most ${maxContentKb} KB but has more with the items of its feeds; show fewer items.`;

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
