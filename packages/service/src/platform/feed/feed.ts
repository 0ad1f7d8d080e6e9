import { decodeHTML } from 'entities';
import { parseFeed } from 'feedsmith';
import { Parser } from 'htmlparser2';

/** An item of a feed, whatever its format; all texts are plain. */
export interface FeedItem {
  title: string;
  link: string;
  description: string;
  /** By which the publisher tells items apart. */
  guid: string | undefined;
  published: Date | undefined;
}

/** Items of an RSS, RDF, Atom or JSON feed in its own order. Undefined when the text is none of these. */
export function readFeed(text: string): FeedItem[] | undefined {
  try {
    const parsed = parseFeed(text);
    return parsed.format === 'atom' ? atomItems(parsed.feed) : itemsOf(parsed.feed);
  } catch {
    return undefined;
  }
}

/** The newest first; those without a time stay in the feed's order, behind the others. */
export function newestFirst(items: readonly FeedItem[]): FeedItem[] {
  return items.toSorted((one, other) => (other.published?.getTime() ?? 0) - (one.published?.getTime() ?? 0));
}

// biome-ignore lint/suspicious/noExplicitAny: formats differ in their types, and every part may be absent
type Loose = any;

function itemsOf({ items = [] }: Loose): FeedItem[] {
  return items.map((item: Loose) => ({
    title: plain(item.title),
    link: item.link ?? item.url ?? '',
    description: plain(item.description ?? item.summary ?? item.content_text ?? item.content_html),
    guid: item.guid?.value ?? item.id ?? item.rdf?.about,
    published: timeOf(item.pubDate ?? item.date_published ?? item.dc?.dates?.[0] ?? item.dc?.date),
  }));
}

function atomItems({ entries = [] }: Loose): FeedItem[] {
  return entries.map((entry: Loose) => ({
    title: plain(entry.title?.value ?? entry.title),
    link: (entry.links?.find(({ rel = 'alternate' }: Loose) => rel === 'alternate') ?? entry.links?.[0])?.href ?? '',
    description: plain(entry.summary?.value ?? entry.summary ?? entry.content?.value ?? entry.content),
    guid: entry.id,
    published: timeOf(entry.published ?? entry.updated),
  }));
}

function timeOf(text: unknown): Date | undefined {
  const time = new Date(typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** What people would read of a text that may be HTML. */
function plain(text: unknown): string {
  if (typeof text !== 'string') return '';
  let read = '';
  let silent = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (name === 'script' || name === 'style') silent++;
      else read += ' ';
    },
    onclosetag: (name) => {
      if (name === 'script' || name === 'style') silent--;
    },
    ontext: (piece) => {
      if (silent === 0) read += piece;
    },
  });
  parser.end(text);
  return decodeHTML(read).replace(/\s+/g, ' ').trim();
}
