import { decodeHTMLAttribute } from 'entities';

/** A place for the items of a feed: `<!--rss url="…" count="5"--> … <!--/rss-->`. */
export interface RssBlock {
  url: string;
  /** How many items are put there at most. */
  count: number;
  /** Template of an item, with tags such as `[[RSS|TITLE]]`. */
  template: string;
  start: number;
  /** Behind the last character. */
  end: number;
}

const opening = '<!--rss ';
const closing = '<!--/rss-->';
const attribute = /(\w{1,20})="([^"]*)"/g;
/** Of what stands between `<!--rss` and `-->`. */
const maxHead = 4096;
const defaultCount = 5;
const maxCount = 50;

/** The blocks of a template, of HTML or of plain text, in order, or what is wrong with one of them. */
export function findRssBlocks(text: string): { blocks: RssBlock[] } | { fault: string } {
  const blocks: RssBlock[] = [];
  for (let start = text.indexOf(opening); start >= 0; ) {
    const headEnd = text.indexOf('-->', start);
    if (headEnd < 0) break;
    const head = text.slice(start + opening.length, headEnd);
    if (head.length > maxHead) return { fault: `The head of an rss block has more than ${maxHead} characters.` };
    const { url, count = String(defaultCount) } = attributesOf(head);
    if (!url) return { fault: 'An rss block has no url: <!--rss url="https://…" count="5"-->.' };
    if (!/^\d{1,2}$/.test(count) || Number(count) < 1 || Number(count) > maxCount) {
      return { fault: `count of the rss block of ${url} must be 1 to ${maxCount} but was ${count}.` };
    }
    const from = headEnd + '-->'.length;
    const to = text.indexOf(closing, from);
    if (to < 0) return { fault: `The rss block of ${url} has no end: ${closing}.` };
    const template = text.slice(from, to);
    if (template.includes(opening)) return { fault: 'An rss block is inside another one.' };
    const end = to + closing.length;
    blocks.push({ url, count: Number(count), template, start, end });
    start = text.indexOf(opening, end);
  }
  return { blocks };
}

function attributesOf(head: string): { url?: string; count?: string } {
  const values: { url?: string; count?: string } = {};
  for (const [, name, value] of head.matchAll(attribute)) {
    if (name === 'url' || name === 'count') values[name] = decodeHTMLAttribute(value!);
  }
  return values;
}
