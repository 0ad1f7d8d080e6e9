import type { FeedItem } from '../../platform/feed/feed.ts';
import type { TextContext } from '../personalisation/tag-positions.ts';
import { findTags, type Tag } from '../personalisation/tags.ts';
import { findRssBlocks, type RssBlock } from './blocks.ts';

/** A content in which items of feeds have places. */
export interface TextWithBlocks {
  text: string;
  context: TextContext;
  blocks: readonly RssBlock[];
}

/** Writes a moment as the mailing's readers do. */
export type FormatDate = (moment: Date) => string;

/** The template of a content with each block replaced by its filling: its template once for each item. Other tags stay tags. */
export function fillBlocks(
  { text, context, blocks }: TextWithBlocks,
  itemsOf: (url: string) => readonly FeedItem[],
  formatDate: FormatDate,
): string {
  let filled = '';
  let passed = 0;
  for (const { url, count, template, start, end } of blocks) {
    filled += text.slice(passed, start);
    // The line break behind the head is none of a plain text's own.
    const ofItem = context === 'plain' ? template.replace(/^\r?\n/, '') : template;
    for (const item of itemsOf(url).slice(0, count)) filled += fillItem(ofItem, context, item, formatDate);
    passed = end;
  }
  return filled + text.slice(passed);
}

/** A template with its tags `[[RSS|…]]` filled from one item. Other tags stay tags. */
export function fillItem(template: string, context: TextContext, item: FeedItem, formatDate: FormatDate): string {
  let filled = '';
  let passed = 0;
  for (const { namespace, field, fallback, start, end, write } of findTags(template, context)) {
    if (namespace !== 'RSS') continue;
    const value = textOf(item, field, formatDate);
    filled += template.slice(passed, start) + (value === '' ? fallback : withoutTags[context](write(value)));
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

/** Whether a feed can say what a tag asks for. */
export const isFeedField = ({ namespace, field }: Pick<Tag, 'namespace' | 'field'>) =>
  namespace === 'RSS' && Object.hasOwn(fields, field);

/** Tags of a template that are filled from a feed: `[[RSS|TITLE]]` and so on, inside of a block. */
export function isFeedTag(template: string): (tag: Tag) => boolean {
  const found = findRssBlocks(template);
  const blocks = 'blocks' in found ? found.blocks : [];
  return (tag) => isFeedField(tag) && blocks.some((block) => block.start < tag.start && tag.end < block.end);
}

/** Behind a bracket that could begin a tag, or the markup of Liquid: nobody sees it. */
const wordJoiner = '\u2060';
const kept = (text: string) => text.replace(/\[(?=\[|\+\||[A-Z]{1,20}\||$)|\{(?=[{%]|$)/g, `$&${wordJoiner}`);

/** What a feed says is never a tag, nor Liquid: the filling is a template for each recipient later. */
const withoutTags: Record<TextContext, (text: string) => string> = {
  html: (html) => html.replaceAll('[', '&#91;').replaceAll('{', '&#123;'),
  plain: kept,
  header: kept,
};
