import type { FeedItem } from '../../platform/feed/feed.ts';
import type { TextContext } from '../personalization/tag-positions.ts';
import { findTags, type Tag } from '../personalization/tags.ts';
import { placeFinder } from '../personalization/writers.ts';
import { findRssBlocks, type RssBlock } from './blocks.ts';

/** A content in which items of feeds have places. */
export interface TextWithBlocks {
  text: string;
  context: TextContext;
  blocks: readonly RssBlock[];
}

/** Writes a moment as the mailing's readers do. */
export type FormatDate = (moment: Date) => string;

/**
 * Returns the template of a content with each block replaced by its filling: its template once for each item. Other tags
 * stay tags. Returns `undefined` as soon as the result has more than `maxLength` characters.
 */
export function fillBlocks(
  { text, context, blocks }: TextWithBlocks,
  itemsOf: (url: string) => readonly FeedItem[],
  formatDate: FormatDate,
  maxLength: number,
): string | undefined {
  const filled: string[] = [];
  let length = 0;
  const append = (piece: string) => {
    filled.push(piece);
    length += piece.length;
    return length <= maxLength;
  };
  let passed = 0;
  for (const { url, count, template, start, end } of blocks) {
    if (!append(text.slice(passed, start))) return undefined;
    // The line break behind the head is none of a plain text's own.
    const ofItem = context === 'plain' ? template.replace(/^\r?\n/, '') : template;
    for (const piece of itemPieces(ofItem, context, itemsOf(url).slice(0, count), formatDate)) {
      if (!append(piece)) return undefined;
    }
    passed = end;
  }
  return append(text.slice(passed)) ? filled.join('') : undefined;
}

/** A template with its tags `[[RSS|…]]` filled from one item. Other tags stay tags. */
export const fillItem = (template: string, context: TextContext, item: FeedItem, formatDate: FormatDate): string =>
  [...itemPieces(template, context, [item], formatDate)].join('');

/** Yields the template filled from each item in turn, in pieces, so that a caller can stop when there are enough. */
function* itemPieces(
  template: string,
  context: TextContext,
  items: readonly FeedItem[],
  formatDate: FormatDate,
): Generator<string> {
  const tags = findTags(template, context).filter(({ namespace }) => namespace === 'RSS');
  for (const item of items) {
    let passed = 0;
    for (const { field, fallback, start, end, write } of tags) {
      const value = textOf(item, field, formatDate);
      yield template.slice(passed, start);
      yield value === '' ? fallback : withoutTags[context](write(value));
      passed = end;
    }
    yield template.slice(passed);
  }
}

const fields: Record<string, (item: FeedItem, formatDate: FormatDate) => string> = {
  TITLE: ({ title }) => title,
  LINK: ({ link }) => link,
  DESCRIPTION: ({ description }) => description,
  CONTENT: ({ content = '' }) => content,
  AUTHOR: ({ author = '' }) => author,
  CATEGORIES: ({ categories = '' }) => categories,
  IMAGE: ({ image = '' }) => image,
  PUBDATE: ({ published }, formatDate) => (published ? formatDate(published) : ''),
};

/** Names of what feeds say of an item. */
export const feedFields = Object.keys(fields);

function textOf(item: FeedItem, field: string, formatDate: FormatDate): string {
  return Object.hasOwn(fields, field) ? fields[field]!(item, formatDate) : '';
}

/** Reports whether a feed can say what a tag asks for. */
export const isFeedField = ({ namespace, field }: Pick<Tag, 'namespace' | 'field'>) =>
  namespace === 'RSS' && Object.hasOwn(fields, field);

/** Reports of the tags of a template, asked for in order, whether a feed fills them: `[[RSS|TITLE]]` and so on, inside of a block. */
export function isFeedTag(template: string): (tag: Tag) => boolean {
  const found = findRssBlocks(template);
  const blockAt = placeFinder('blocks' in found ? found.blocks : []);
  return (tag) => {
    const block = blockAt(tag.start);
    return isFeedField(tag) && block !== undefined && tag.end < block.end;
  };
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
