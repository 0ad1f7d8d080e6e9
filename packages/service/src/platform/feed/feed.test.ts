import { expect, test } from 'vitest';
import { newestFirst, readFeed } from './feed.ts';

const itemsOf = (text: string) => readFeed({ text, url: 'https://feeds.example/blog/feed.xml', maxItems: 10 })?.items;
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
    content: 'Hi there',
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
      content: 'S',
      guid: 'urn:1',
      published: new Date('2031-01-02T00:00:00Z'),
    },
  ]);
});

test('JSON Feed', () => {
  const items = [{ id: '1', url: 'https://e.example/1', title: 'J', content_html: '<p>C</p>' }];
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'T', items };
  expect(itemsOf(JSON.stringify(feed))).toEqual([
    { title: 'J', link: 'https://e.example/1', description: 'C', content: 'C', guid: '1', published: undefined },
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
    readFeed({
      text: rss('<item/>'.repeat(11).replaceAll('/>', '><title>x</title></item>')),
      url: 'https://feeds.example/',
      maxItems: 10,
    }),
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

const item = (parts: string, attributes = '') => `<item ${attributes}><title>x</title>${parts}</item>`;
const atom = (parts: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>A</title>${parts}</feed>`;
const json = (parts: object, feed: object = {}) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', ...feed, items: [{ id: '1', ...parts }] });

test.each<[what: string, feed: string, link: string]>([
  ['absolute', rss(item('<link>HTTPS://shop.example/ä</link>')), 'HTTPS://shop.example/ä'],
  [
    'relative to the page of the channel',
    rss(`<link>https://shop.example/news/</link>${item('<link>a/1</link>')}`),
    'https://shop.example/news/a/1',
  ],
  ['relative to the feed', rss(item('<link>a/1</link>')), 'https://feeds.example/blog/a/1'],
  [
    'relative to a base',
    rss(item('<link>a/1</link>', 'xml:base="https://base.example/x/"')),
    'https://base.example/x/a/1',
  ],
  [
    'relative to nested bases',
    rss(item('<link>1</link>', 'xml:base="c/"'))
      .replace('<rss ', '<rss xml:base="https://base.example/a/" ')
      .replace('<channel>', '<channel xml:base="b/">'),
    'https://base.example/a/b/c/1',
  ],
  ['only a permalink', rss(item('<guid>https://shop.example/p/1</guid>')), 'https://shop.example/p/1'],
  ['a guid that is no permalink', rss(item('<guid isPermaLink="false">https://shop.example/p/1</guid>')), ''],
  ['a guid that is no address', rss(item('<guid>p 1</guid>')), ''],
  ['no address', rss(item('<link>http://[</link>')), ''],
  [
    'Atom, nested bases',
    atom('<entry xml:base="y/"><title>x</title><link href="1"/></entry>', 'xml:base="https://base.example/x/"'),
    'https://base.example/x/y/1',
  ],
  ['Atom, the feed', atom('<entry><title>x</title><link href="../1"/></entry>'), 'https://feeds.example/1'],
  ['JSON, another page', json({ external_url: 'https://other.example/' }), 'https://other.example/'],
  ['JSON, relative', json({ url: '/1' }, { home_page_url: 'https://home.example/x' }), 'https://home.example/1'],
])('the link of an item: %s', (_, feed, link) => {
  expect(itemsOf(feed)?.[0]?.link).toBe(link);
});

const namespaces =
  'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';
const rich = (parts: string) => rss(item(parts)).replace('<rss ', `<rss ${namespaces} `);
const full = '<content:encoded><![CDATA[<p>All of it</p><img alt="" src="../pic.png">]]></content:encoded>';

test.each<[what: string, feed: string, wanted: object]>([
  [
    'only a full text',
    rich(full),
    { description: 'All of it', content: 'All of it', image: 'https://feeds.example/pic.png' },
  ],
  ['both texts', rich(`<description>Short</description>${full}`), { description: 'Short', content: 'All of it' }],
  ['an author', rich('<author>ann@x.example (Ann)</author>'), { author: 'Ann' }],
  ['creators', rich('<dc:creator>Ann</dc:creator><dc:creator>Bo</dc:creator>'), { author: 'Ann, Bo' }],
  ['categories', rich('<category>A</category><category>B</category><category>A</category>'), { categories: 'A, B' }],
  [
    'an enclosure',
    rich('<enclosure url="i.jpg" type="image/jpeg" length="1"/>'),
    { image: 'https://feeds.example/blog/i.jpg' },
  ],
  ['a sound', rich('<enclosure url="i.mp3" type="audio/mpeg" length="1"/>'), { image: undefined }],
  ['media', rich('<media:content url="/m.png" medium="image"/>'), { image: 'https://feeds.example/m.png' }],
  ['a thumbnail', rich('<media:thumbnail url="/t.png"/>'), { image: 'https://feeds.example/t.png' }],
  ['a podcast', rich('<itunes:image href="/p.png"/>'), { image: 'https://feeds.example/p.png' }],
  [
    'media of no kind',
    rich('<media:content url="/i.JPG?w=1" width="9"/>'),
    { image: 'https://feeds.example/i.JPG?w=1' },
  ],
  ['a film of no kind', rich('<media:content url="/i.mp4"/>'), { image: undefined }],
  [
    'media in a group',
    rich('<media:group><media:content url="/i.png" medium="image"/></media:group>'),
    { image: 'https://feeds.example/i.png' },
  ],
  [
    'a film in a group',
    rich('<media:group><media:content url="/f.mp4" type="video/mp4"/><media:thumbnail url="/t.jpg"/></media:group>'),
    { image: 'https://feeds.example/t.jpg' },
  ],
  [
    'Atom of a channel of films',
    atom(
      '<entry><title>x</title><media:group><media:thumbnail url="/t.jpg"/><media:description>About it</media:description></media:group></entry>',
      namespaces,
    ),
    { image: 'https://feeds.example/t.jpg', description: 'About it' },
  ],
  ['an enclosure in capitals', rich('<enclosure url="/i" type="Image/PNG "/>'), { image: 'https://feeds.example/i' }],
  ['an enclosure of no kind', rich('<enclosure url="/i.webp"/>'), { image: 'https://feeds.example/i.webp' }],
  [
    'an address with entities in its text',
    rich('<description><![CDATA[<IMG SRC="/i?a=1&amp;b=2">]]></description>'),
    { image: 'https://feeds.example/i?a=1&b=2' },
  ],
  [
    'images in its text that are none to show',
    rich(
      '<description><![CDATA[<img src="/p.gif" width="1" height=1><img src="data:image/gif;base64,R0"><img src="/i.png">]]></description>',
    ),
    { image: 'https://feeds.example/i.png' },
  ],
  ['an image of a script', rich('<media:thumbnail url="javascript:x"/>'), { image: undefined }],
  [
    'Atom',
    atom(
      '<author><name>Ann</name></author><entry><title>x</title><category term="t" label="Tea"/><link rel="enclosure" type="image/png" href="e.png"/><content type="html">All</content><summary>S</summary></entry>',
    ),
    { author: 'Ann', categories: 'Tea', image: 'https://feeds.example/blog/e.png', content: 'All', description: 'S' },
  ],
  [
    'JSON',
    json({ authors: [{ name: 'Ann' }], tags: ['A', 'B'], image: '/i.png', summary: 'S', content_text: 'All' }),
    { author: 'Ann', categories: 'A, B', image: 'https://feeds.example/i.png', content: 'All', description: 'S' },
  ],
])('the fields of an item with %s', (_, feed, wanted) => {
  expect(itemsOf(feed)?.[0]).toMatchObject(wanted);
});

test('items with the same guid are there once', () => {
  const items = itemsOf(
    rss(['a', 'b', 'a'].map((guid) => `<item><title>x</title><guid>${guid}</guid></item>`).join('')),
  );
  expect(items?.map(({ guid }) => guid)).toEqual(['a', 'b']);
  expect(itemsOf(rss(item('').repeat(2)))).toHaveLength(2);
});
