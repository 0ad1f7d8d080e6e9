import { expect, test } from 'vitest';
import type { FeedItem } from '../../platform/feed/feed.ts';
import { findTags } from '../personalization/tags.ts';
import { findRssBlocks } from './blocks.ts';
import { fillBlocks, fillItem, isFeedTag } from './fill.ts';

const item = (part: Partial<FeedItem>): FeedItem => {
  return { title: 'T', link: 'https://e.example/1', description: '', guid: undefined, published: undefined, ...part };
};
const day = (moment: Date) => moment.toISOString().slice(0, 10);
const fill = (text: string, items: FeedItem[], context: 'html' | 'plain' = 'html') => {
  const found = findRssBlocks(text);
  if ('fault' in found) throw new Error(found.fault);
  return fillBlocks({ text, context, blocks: found.blocks }, () => items, day, 10_000);
};
const block = (template: string, count = 5) =>
  `<!--rss url="https://e.example/feed" count="${count}"-->${template}<!--/rss-->`;

test.each<[template: string, items: FeedItem[], wanted: string]>([
  ['<p>[[RSS|TITLE]]</p>', [item({ title: 'A' }), item({ title: 'B' })], '<p>A</p><p>B</p>'],
  ['[[RSS|TITLE]]', [], ''],
  ['[[RSS|TITLE]]', [item({ title: '<b>&"' })], '&lt;b&gt;&amp;&quot;'],
  [
    '<a href="[[RSS|LINK]]">',
    [item({ link: 'https://e.example/?a=1&b=2' })],
    '<a href="https://e.example/?a&#61;1&amp;b&#61;2">',
  ],
  ['<a href="[RSS|LINK]">', [item({ link: 'javascript:alert(1)' })], '<a href="javascript%3Aalert(1)">'],
  ['<img src="[[RSS|IMAGE]]">', [item({ image: 'https://e.example/a.png' })], '<img src="https://e.example/a.png">'],
  [
    '[[RSS|AUTHOR]]: [[RSS|CONTENT]] ([[RSS|CATEGORIES|none]])',
    [item({ author: 'Ann', content: 'All' })],
    'Ann: All (none)',
  ],
  ['[[RSS|DESCRIPTION|nothing more]]', [item({})], 'nothing more'],
  ['[[RSS|PUBDATE]]', [item({ published: new Date('2031-01-02T10:00:00Z') })], '2031-01-02'],
  ['[[CONTACT|FIRSTNAME|you]]: [[RSS|TITLE]]', [item({})], '[[CONTACT|FIRSTNAME|you]]: T'],
  ['[[RSS|TITLE]]', [item({ title: '[[CONTACT|EMAIL]]' })], '&#91;&#91;CONTACT|EMAIL]]'],
  ['[[RSS|TITLE]]', [item({ title: '{{ contact.email }}' })], '&#123;&#123; contact.email }}'],
  ['[[RSS|NOTHING|x]]', [item({})], 'x'],
])('%s', (template, items, wanted) => {
  expect(fill(`<h1>News</h1>${block(template)}<hr>`, items)).toBe(`<h1>News</h1>${wanted}<hr>`);
});

test.each<[template: string, items: FeedItem[], wanted: string]>([
  [
    '\n* [[RSS|TITLE]]\n  [[RSS|LINK]]\n',
    [item({ title: 'A & <b>' }), item({ title: 'B' })],
    '* A & <b>\n  https://e.example/1\n* B\n  https://e.example/1\n',
  ],
  ['\r\n[[RSS|TITLE]], [[RSS|PUBDATE|soon]]\r\n', [item({})], 'T, soon\r\n'],
  ['[[CONTACT|FIRSTNAME|you]]: [[RSS|TITLE]]', [item({})], '[[CONTACT|FIRSTNAME|you]]: T'],
  ['[[RSS|TITLE]]', [item({ title: '[Update] {1}' })], '[Update] {1}'],
])('in plain text: %j', (template, items, wanted) => {
  expect(fill(`News\n${block(template)}Bye`, items, 'plain')).toBe(`News\n${wanted}Bye`);
});

test.each([
  '[[CONTACT|EMAIL]]',
  'https://e.example/?for=[CONTACT|EMAIL]',
  'https://e.example/[+|ACCOUNT|KEY]',
  '[[[CONTACT|EMAIL]]]',
])('what a feed says is no tag in plain text and in a subject: %s', (title) => {
  for (const context of ['plain', 'header'] as const) {
    const filled = fillItem('[[RSS|TITLE]] and more', context, item({ title }), day);
    expect(findTags(filled, context)).toEqual([]);
    expect(filled.replaceAll('\u2060', '')).toBe(`${title} and more`);
  }
});

test('nor with what stands behind it', () => {
  const filled = fillItem('[[RSS|TITLE]][CONTACT|EMAIL]]', 'plain', item({ title: 'x [' }), day);
  expect(findTags(filled, 'plain')).toEqual([]);
});

test.each(['{{ contact.email }}', '{% if x %}', '{'])('nor Liquid: %s', (title) => {
  const filled = fillItem('[[RSS|TITLE]]{ contact.id }}', 'plain', item({ title }), day);
  expect(filled).not.toMatch(/\{[{%]/);
});

test('a subject has one line, whatever the feed says', () => {
  expect(fillItem('News: [[RSS|TITLE]]', 'header', item({ title: 'A\r\nBcc: x@e.example' }), day)).not.toMatch(
    /[\r\n]/,
  );
});

test('as many items as wanted, in every block', () => {
  const items = ['A', 'B', 'C'].map((title) => item({ title }));
  expect(fill(`${block('[[RSS|TITLE]]', 2)}-${block('[[RSS|TITLE]]', 1)}`, items)).toBe('AB-A');
});

test.each([
  ['<!--rss count="5"-->x<!--/rss-->', 'An rss block has no url: <!--rss url="https://…" count="5"-->.'],
  ['<!--rss url="u" count="0"-->x<!--/rss-->', 'count of the rss block of u must be 1 to 50 but was 0.'],
  ['<!--rss url="u" count="many"-->x<!--/rss-->', 'count of the rss block of u must be 1 to 50 but was many.'],
  ['<!--rss url="u"-->x', 'The rss block of u has no end: <!--/rss-->.'],
  ['<!--rss url="u"--><!--rss url="v"-->x<!--/rss-->', 'An rss block is inside another one.'],
])('%s', (html, fault) => {
  expect(findRssBlocks(html)).toEqual({ fault });
});

test('a long template without an end is read in linear time', () => {
  const started = process.cpuUsage();
  findRssBlocks('<!--rss '.repeat(200_000));
  findRssBlocks('<!--rss a="'.repeat(100_000));
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
});

test.each([
  ['<!--rss url="https://x.example"-->[[RSS|TITLE]]<!--/rss-->', [true]],
  ['[[RSS|TITLE]]<!--rss url="https://x.example"-->[[RSS|NONE]][[CONTACT|EMAIL]]<!--/rss-->', [false, false, false]],
  ['<!--rss-->[[RSS|TITLE]]<!--/rss-->', [false]],
])('tags of %s that the feed fills: %j', (html, wanted) => {
  expect(findTags(html, 'html').map(isFeedTag(html))).toEqual(wanted);
});

test('what becomes too long is given up when it does', () => {
  let asked = 0;
  const endless = Array.from({ length: 50 }, () => ({
    ...item({}),
    get description() {
      asked++;
      return 'x'.repeat(3000);
    },
  }));
  expect(fill(block('[[RSS|DESCRIPTION]]', 50), endless)).toBeUndefined();
  expect(asked).toBeLessThan(10);
});
