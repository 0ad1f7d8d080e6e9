import { decodeHTML } from 'entities';
import { parseFeed } from 'feedsmith';
import { Parser } from 'htmlparser2';
import { couldBeFeed } from './plausible.ts';

/** An item of a feed, whatever its format; all texts are plain. */
export interface FeedItem {
  title: string;
  link: string;
  description: string;
  /** By which the publisher tells items apart. */
  guid: string | undefined;
  published: Date | undefined;
}

export interface ReadFeed {
  /** In the order of the feed; none if it has more than were asked for. */
  items: FeedItem[];
  /** How many items the feed has. */
  count: number;
}

/**
 * Reads an RSS, RDF, Atom or JSON feed. Returns `undefined` if the text is none of these. Run it in a worker thread: the
 * publisher of a feed decides how long its parser takes.
 */
export function readFeed({ text, maxItems }: { text: string; maxItems: number }): ReadFeed | undefined {
  const parsed = couldBeFeed(text) ? parse(text) : undefined;
  if (parsed === undefined) return undefined;
  const [entries, read]: [Loose[], (entry: Loose) => FeedItem] =
    parsed.format === 'atom' ? [parsed.feed.entries ?? [], atomItem] : [(parsed.feed as Loose).items ?? [], feedItem];
  return { items: entries.length > maxItems ? [] : entries.map(read), count: entries.length };
}

function parse(text: string) {
  try {
    return parseFeed(text);
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

const feedItem = (item: Loose): FeedItem => ({
  title: plain(item.title),
  link: item.link ?? item.url ?? '',
  description: plain(item.description ?? item.summary ?? item.content_text ?? item.content_html),
  guid: item.guid?.value ?? item.id ?? item.rdf?.about,
  published: timeOf(item.pubDate ?? item.date_published ?? item.dc?.dates?.[0] ?? item.dc?.date),
});

const atomItem = (entry: Loose): FeedItem => ({
  title: plain(entry.title?.value ?? entry.title),
  link: (entry.links?.find(({ rel = 'alternate' }: Loose) => rel === 'alternate') ?? entry.links?.[0])?.href ?? '',
  description: plain(entry.summary?.value ?? entry.summary ?? entry.content?.value ?? entry.content),
  guid: entry.id,
  published: timeOf(entry.published ?? entry.updated),
});

function timeOf(text: unknown): Date | undefined {
  const time = new Date(typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Converts a text that may be HTML to plain text. */
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
