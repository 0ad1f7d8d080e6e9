import type { FeedItem } from '../../platform/feed/feed.ts';
import { contentSizeFault, maxContentKb } from '../size.ts';
import { findRssBlocks, type RssBlock } from './blocks.ts';
import { type FormatDate, fillBlocks, fillItem } from './fill.ts';

/** The places of feeds in a mailing. */
export interface FeedPlaces {
  html: RssBlock[];
  text: RssBlock[];
}

interface Bodies {
  html: string | null;
  text_body: string | null;
}

/** The parts of a mail that its recipient sees before opening it. */
interface Heads {
  subject: string;
  sender_alias: string | null;
  recipient_alias: string | null;
  preview_text: string | null;
}

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

/** Fills the feed tags of the parts that mail programs show before a mail is opened, from one item. */
export function fillHeads<Content extends Heads>(content: Content, item: FeedItem, formatDate: FormatDate): Content {
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
