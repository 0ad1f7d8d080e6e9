import { expect, test } from 'vitest';
import { newestFirst, readFeed } from './feed.ts';

const itemsOf = (text: string) => readFeed({ text, maxItems: 10 })?.items;
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;

test('RSS: texts are plain, whether they are HTML or not', () => {
  const items = itemsOf(
    rss(`<item><title>One &amp;amp; &lt;b&gt;two&lt;/b&gt;</title><link>https://e.example/?a=1&amp;b=2</link>
      <description><![CDATA[<p>Hi<script>alert(1)</script> <i>there</i></p>]]></description>
      <guid isPermaLink="false">x1</guid><pubDate>Mon, 01 Jan 2031 10:00:00 GMT</pubDate></item><item/>`),
  );
  expect(items?.[0]).toEqual({
    title: 'One & two',
    link: 'https://e.example/?a=1&b=2',
    description: 'Hi there',
    guid: 'x1',
    published: new Date('2031-01-01T10:00:00Z'),
  });
});

test('Atom: the alternate link, the summary, the time of publication', () => {
  const items = itemsOf(`<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>X</title>
    <link rel="self" href="https://e.example/self"/><link href="https://e.example/a"/><summary>S</summary>
    <updated>2031-01-02T00:00:00Z</updated><id>urn:1</id></entry></feed>`);
  expect(items).toEqual([
    {
      title: 'X',
      link: 'https://e.example/a',
      description: 'S',
      guid: 'urn:1',
      published: new Date('2031-01-02T00:00:00Z'),
    },
  ]);
});

test('JSON Feed', () => {
  const items = [{ id: '1', url: 'https://e.example/1', title: 'J', content_html: '<p>C</p>' }];
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'T', items };
  expect(itemsOf(JSON.stringify(feed))).toEqual([
    { title: 'J', link: 'https://e.example/1', description: 'C', guid: '1', published: undefined },
  ]);
});

test.each(['', 'hello', '<html><body>x</body></html>', '{"a": 1}', '<rss'])('%s is no feed', (text) => {
  expect(itemsOf(text)).toBeUndefined();
});

test('entities of a document type are not expanded', () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>`;
  const items = itemsOf(
    `<?xml version="1.0"?>${bomb}<rss version="2.0"><channel><item><title>&b;</title></item></channel></rss>`,
  );
  expect(JSON.stringify(items ?? [])).not.toContain('aaaa');
});

test('of a feed with too many items only their number is told', () => {
  expect(
    readFeed({ text: rss('<item/>'.repeat(11).replaceAll('/>', '><title>x</title></item>')), maxItems: 10 }),
  ).toEqual({ items: [], count: 11 });
});

test('the newest first, those without a time last and in their order', () => {
  const item = (title: string, published?: string) => {
    const time = published === undefined ? undefined : new Date(published);
    return { title, link: '', description: '', guid: undefined, published: time };
  };
  const items = [item('a'), item('b', '2031-01-01'), item('c'), item('d', '2031-01-02')];
  expect(newestFirst(items).map(({ title }) => title)).toEqual(['d', 'b', 'a', 'c']);
});
