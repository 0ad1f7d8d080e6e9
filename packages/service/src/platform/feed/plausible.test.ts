import { expect, test } from 'vitest';
import { couldBeFeed } from './plausible.ts';

test.each<[string, string, boolean]>([
  ['an RSS feed', '<rss version="2.0"><channel><item a="b"/></channel></rss>', true],
  ['many elements', '<item/>'.repeat(100_000), true],
  ['a long text', `<rss>${'news '.repeat(100_000)}</rss>`, true],
  ['a long CDATA section', `<rss><![CDATA[${'news '.repeat(100_000)}]]></rss>`, true],
  ['an element with many attributes', `<rss ${'a="b" '.repeat(20_000)}>`, false],
  ['an element that never ends', `<rss ${'a '.repeat(40_000)}`, false],
  ['a namespace in each item', `<rss>${'<item xmlns:a="b"/>'.repeat(20_000)}</rss>`, true],
  ['very many namespaces', `<rss>${'<item xmlns:a="b"/>'.repeat(60_000)}</rss>`, false],
  ['a JSON feed', ' {"items":[{"title":"[[["}]}', true],
  ['JSON with many items', `{"items":[${'{},'.repeat(100_000)}{}]}`, true],
  ['brackets in a text', `{"items":["${'['.repeat(100)}\\"${'['.repeat(100)}"]}`, true],
  ['nested JSON', `{"items":${'['.repeat(100)}`, false],
])('%s', (_, text, wanted) => {
  expect(couldBeFeed(text)).toBe(wanted);
});
