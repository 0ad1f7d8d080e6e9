import type { FeedItem } from '../../platform/feed/feed.ts';
import { findTags, type Tag } from '../personalisation/tags.ts';
import { findRssBlocks, type RssBlock } from './blocks.ts';

/** Writes a moment as the mailing's readers do. */
export type FormatDate = (moment: Date) => string;

/** The HTML with each block replaced by its filling: its template once for each item. Other tags stay tags. */
export function fillBlocks(
  html: string,
  blocks: readonly RssBlock[],
  itemsOf: (url: string) => readonly FeedItem[],
  formatDate: FormatDate,
): string {
  let filled = '';
  let passed = 0;
  for (const { url, count, template, start, end } of blocks) {
    filled += html.slice(passed, start);
    for (const item of itemsOf(url).slice(0, count)) filled += fillItem(template, item, formatDate);
    passed = end;
  }
  return filled + html.slice(passed);
}

function fillItem(template: string, item: FeedItem, formatDate: FormatDate): string {
  let filled = '';
  let passed = 0;
  for (const { namespace, field, fallback, start, end, write } of findTags(template, 'html')) {
    if (namespace !== 'RSS') continue;
    const value = textOf(item, field, formatDate);
    filled += template.slice(passed, start) + (value === '' ? fallback : withoutTags(write(value)));
    passed = end;
  }
  return filled + template.slice(passed);
}

const fields: Record<string, (item: FeedItem, formatDate: FormatDate) => string> = {
  TITLE: ({ title }) => title,
  LINK: ({ link }) => link,
  DESCRIPTION: ({ description }) => description,
  PUBDATE: ({ published }, formatDate) => (published ? formatDate(published) : ''),
};

function textOf(item: FeedItem, field: string, formatDate: FormatDate): string {
  return Object.hasOwn(fields, field) ? fields[field]!(item, formatDate) : '';
}

/** Tags of an HTML template that are filled from a feed: `[[RSS|TITLE]]` and so on, inside of a block. */
export function isFeedTag(html: string): (tag: Tag) => boolean {
  const found = findRssBlocks(html);
  const blocks = 'blocks' in found ? found.blocks : [];
  return ({ namespace, field, start, end }) =>
    namespace === 'RSS' &&
    Object.hasOwn(fields, field) &&
    blocks.some((block) => block.start < start && end < block.end);
}

/** What a feed says is never a tag, nor Liquid: the filling is a template for each recipient later. */
const withoutTags = (html: string) => html.replaceAll('[', '&#91;').replaceAll('{', '&#123;');
