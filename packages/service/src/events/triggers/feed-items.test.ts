import { expect, test } from 'vitest';
import type { FeedItem } from '../../platform/feed/feed.ts';
import { inOrder, itemsByKey, keyOf } from './feed-items.ts';

const day = (number: number) => new Date(Date.UTC(2031, 0, number));
const item = (values: Partial<FeedItem>): FeedItem => ({
  title: 'News',
  link: 'https://example.com/1',
  description: '',
  guid: 'g1',
  published: day(1),
  ...values,
});

test.each([
  ['DEFAULT', { guid: 'g2' }, false],
  ['DEFAULT', { title: 'Changed', link: 'https://example.com/2', published: day(2) }, true],
  ['TITLE', { title: 'Changed' }, false],
  ['TITLE', { guid: 'g2', link: 'x' }, true],
  ['LINK', { link: 'https://example.com/2' }, false],
  ['LINK', { guid: 'g2', title: 'x' }, true],
  ['PUBDATE', { published: day(2) }, false],
  ['PUBDATE', { guid: 'g2' }, true],
  [null, { guid: 'g2' }, false],
] as const)('by %s, %j is the same item: %s', (feature, values, same) => {
  expect(keyOf(item(values), feature) === keyOf(item({}), feature)).toBe(same);
});

test.each([
  ['no guid: the link', { guid: undefined }, { guid: undefined, title: 'x' }, true],
  ['neither: title and date', { guid: undefined, link: '' }, { guid: undefined, link: '', published: day(2) }, false],
  ['an empty guid is none', { guid: '' }, { guid: '', link: 'https://example.com/2' }, false],
] as const)('by DEFAULT, %s', (_what, one, other, same) => {
  expect(keyOf(item(one), 'DEFAULT') === keyOf(item(other), 'DEFAULT')).toBe(same);
});

test('an item without the feature is told apart by the default', () => {
  const undated = [item({ published: undefined }), item({ published: undefined, guid: 'g2' })];
  expect(itemsByKey(undated, 'PUBDATE').size).toBe(2);
});

test('an item that stands in the feed twice counts once', () => {
  expect([...itemsByKey([item({ title: 'first' }), item({ title: 'again' })], 'DEFAULT').values()]).toEqual([
    item({ title: 'first' }),
  ]);
});

test.each([
  ['PUBDATE', false, ['c', 'b', 'a']],
  ['PUBDATE', true, ['a', 'b', 'c']],
  ['TITLE', true, ['a', 'b', 'c']],
  ['TITLE', false, ['c', 'b', 'a']],
  ['LINK', true, ['b', 'c', 'a']],
  [null, null, ['c', 'b', 'a']],
] as const)('by %s, ascending %s: %j', (rss_order_by, rss_order_asc, wanted) => {
  const items = [
    item({ title: 'b', published: day(2), link: '1' }),
    item({ title: 'a', published: day(1), link: '3' }),
    item({ title: 'c', published: day(3), link: '2' }),
  ];
  expect(inOrder(items, { rss_order_by, rss_order_asc }).map(({ title }) => title)).toEqual(wanted);
});
