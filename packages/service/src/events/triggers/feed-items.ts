import { createHash } from 'node:crypto';
import type { Dispatching } from '../../mailings/index.ts';
import type { FeedItem } from '../../platform/feed/feed.ts';

/** Items of one run that are kept: as many as a block can show. */
const maxItems = 50;

type Feature = NonNullable<Dispatching['rss_unique_feature']>;
type Order = Pick<Dispatching, 'rss_order_by' | 'rss_order_asc'>;

/** Returns a hash that identifies an item of a feed; by default identity if the item lacks the feature. */
export function keyOf(item: FeedItem, feature: Feature | null): string {
  const { title, link, guid, published } = item;
  const byDefault = guid || link || `${title}\n${published?.toISOString() ?? ''}`;
  const value = { DEFAULT: byDefault, TITLE: title, LINK: link, PUBDATE: published?.toISOString() };
  return createHash('sha256')
    .update(value[feature ?? 'DEFAULT'] || byDefault)
    .digest('base64url');
}

/** The items of a feed by their keys, each once, in its order. */
export function itemsByKey(items: readonly FeedItem[], feature: Feature | null): Map<string, FeedItem> {
  const byKey = new Map<string, FeedItem>();
  for (const item of items) {
    const key = keyOf(item, feature);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return byKey;
}

/** The items as a mail shows them; those that compare equal stay in the order of the feed. */
export function inOrder(items: readonly FeedItem[], { rss_order_by, rss_order_asc }: Order): FeedItem[] {
  const compare = {
    PUBDATE: (one: FeedItem, other: FeedItem) => (one.published?.getTime() ?? 0) - (other.published?.getTime() ?? 0),
    TITLE: (one: FeedItem, other: FeedItem) => one.title.localeCompare(other.title),
    LINK: (one: FeedItem, other: FeedItem) => one.link.localeCompare(other.link),
  }[rss_order_by ?? 'PUBDATE'];
  const direction = rss_order_asc ? 1 : -1;
  return items.toSorted((one, other) => direction * compare(one, other)).slice(0, maxItems);
}
