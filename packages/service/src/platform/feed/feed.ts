import { decodeHTML } from 'entities';
import { parseFeed } from 'feedsmith';
import { Parser } from 'htmlparser2';
import { parseDate } from './date.ts';
import { absoluteLink, channelBase } from './links.ts';
import { couldBeFeed } from './plausible.ts';

/** An item of a feed, whatever its format; all texts are plain, and addresses absolute. */
export interface FeedItem {
  title: string;
  link: string;
  description: string;
  /** Full text. */
  content?: string | undefined;
  /** Names of the authors. */
  author?: string | undefined;
  categories?: string | undefined;
  image?: string | undefined;
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

export interface GivenFeed {
  text: string;
  /** Address of the feed after all redirects. */
  url: string;
  maxItems: number;
}

/**
 * Reads an RSS, RDF, Atom or JSON feed; of items with the same guid, only the first. Returns `undefined` if the text is none of
 * these. Run it in a worker thread: the publisher of a feed decides how long its parser takes.
 */
export function readFeed({ text, url, maxItems }: GivenFeed): ReadFeed | undefined {
  const parsed = couldBeFeed(text) ? parse(text) : undefined;
  if (parsed === undefined) return undefined;
  const feed: Loose = parsed.feed;
  const isAtom = parsed.format === 'atom';
  const entries: Loose[] = (isAtom ? feed.entries : feed.items) ?? [];
  if (entries.length > maxItems) return { items: [], count: entries.length };
  const base = isAtom ? absoluteLink(feed.xml?.base, url) || url : channelBase(text, feed, url);
  const items = entries.map((entry) =>
    (isAtom ? atomItem : feedItem)(entry, absoluteLink(entry.xml?.base, base) || base, feed),
  );
  return { items: onceByGuid(items), count: entries.length };
}

function onceByGuid(items: readonly FeedItem[]): FeedItem[] {
  const seen = new Set<string>();
  return items.filter(({ guid }) => {
    if (guid === undefined) return true;
    const isNew = !seen.has(guid);
    seen.add(guid);
    return isNew;
  });
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

function feedItem(item: Loose, base: string, feed: Loose): FeedItem {
  const { guid, dc = {} } = item;
  const html = item.content?.encoded || item.content_html;
  const content = html || item.content_text || item.description;
  const permalink = guid?.value && guid.isPermaLink !== false && URL.canParse(guid.value) ? guid.value : undefined;
  const people = names(item.authors ?? item.author, ({ name }) => name) || names(dc.creators ?? dc.creator);
  const description = item.description || item.summary || item.itunes?.summary || ofMedia(item.media).description;
  const image = item.image ?? item.banner_image ?? item.itunes?.image;
  return {
    title: plain(item.title),
    link: absoluteLink(item.link || item.url || item.external_url || permalink, base),
    description: plain(description || content),
    content: plain(content) || undefined,
    author: people || names(feed.authors, ({ name }) => name),
    categories: names(
      item.categories ?? item.tags ?? dc.subjects ?? dc.subject,
      (category) => category.name ?? category,
    ),
    image: imageOf(image ?? ofImages(item.enclosures), item.media, html || item.description, base),
    guid: guid?.value || item.id || item.rdf?.about || undefined,
    published: parseDate(item.pubDate ?? item.date_published ?? dc.dates?.[0] ?? dc.date),
  };
}

function atomItem(entry: Loose, base: string, feed: Loose): FeedItem {
  const links: Loose[] = entry.links ?? [];
  const enclosures = links.filter(({ rel }) => rel === 'enclosure').map(({ href, type }) => ({ url: href, type }));
  const content = entry.content?.value ?? entry.content;
  const summary = entry.summary?.value ?? entry.summary;
  const link = links.find(({ rel = 'alternate' }) => rel === 'alternate') ?? links[0];
  return {
    title: plain(entry.title?.value ?? entry.title),
    link: absoluteLink(link?.href, base),
    description: plain(summary || content || ofMedia(entry.media).description),
    content: plain(content || summary) || undefined,
    author: names(entry.authors, ({ name }) => name) || names(feed.authors, ({ name }) => name),
    categories: names(entry.categories, ({ label, term }) => label ?? term),
    image: imageOf(ofImages(enclosures), entry.media, content, base),
    guid: entry.id || undefined,
    published: parseDate(entry.published ?? entry.updated),
  };
}

/** Returns the names of a list as one text. */
function names(list: Loose, nameOf: (each: Loose) => unknown = (each) => each): string | undefined {
  const found = [list ?? []].flat().map((each) => plain(nameOf(each)));
  return [...new Set(found.filter((name) => name !== ''))].join(', ') || undefined;
}

const ofImages = (files: Loose): unknown => files?.find(isImage)?.url;

/** Reports whether a file is an image by its kind, or by the end of its address if the feed tells no kind. */
function isImage({ medium, type, url }: Loose): boolean {
  if (medium || type) return medium === 'image' || /^image\//i.test(type);
  return /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i.test(url);
}

/** Returns what Media RSS says of an item, by itself or in groups. */
function ofMedia(media: Loose): { image: unknown; description: unknown } {
  const groups: Loose[] = [media ?? [], media?.groups ?? []].flat();
  const [thumbnail] = groups.flatMap(({ thumbnails = [] }) => thumbnails);
  return {
    image: ofImages(groups.flatMap(({ contents = [] }) => contents)) ?? thumbnail?.url,
    description: groups.flatMap(({ description }) => description?.value ?? [])[0],
  };
}

/** Returns the image that the feed names for an item, or else the first one of its text. */
function imageOf(named: unknown, media: Loose, html: unknown, base: string): string | undefined {
  const image = absoluteLink(named ?? ofMedia(media).image ?? firstImage(html), base);
  return /^https?:/i.test(image) ? image : undefined;
}

/** Returns the address of the first image of a text that people see: no place for one that is loaded later, no counting pixel. */
function firstImage(html: unknown): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag: (name, { src, width, height }) => {
      const isPixel = Number(width ?? 2) < 2 && Number(height ?? 2) < 2;
      if (name === 'img' && src && !isPixel && !/^\s*data:/i.test(src)) found ??= src;
    },
  });
  if (typeof html === 'string' && /<img/i.test(html)) parser.end(html);
  return found;
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
