import { expect, test } from 'vitest';
import { imagesInHtml, replaceImages } from './images.ts';

test.each<[html: string, urls: string[]]>([
  ['<img src="https://e.example/a.png">', ['https://e.example/a.png']],
  ["<IMG SRC='http://e.example/?a=1&amp;b=2'>", ['http://e.example/?a=1&b=2']],
  ['<img src=https://e.example/a.png alt=x>', ['https://e.example/a.png']],
  ['<td background="https://e.example/b.gif">', ['https://e.example/b.gif']],
  [
    '<img srcset="https://e.example/1.png 1x, https://e.example/2.png 2x">',
    ['https://e.example/1.png', 'https://e.example/2.png'],
  ],
  [
    '<picture><source srcset="https://e.example/1.webp"><a srcset="https://e.example/x.png">',
    ['https://e.example/1.webp'],
  ],
  ['<td style="background: url(https://e.example/b.png?a&amp;b) no-repeat">', ['https://e.example/b.png?a&b']],
  [
    '<td style="background: url(&quot;https://e.example/b.png&quot;), url(\'https://e.example/c.png\')">',
    ['https://e.example/b.png', 'https://e.example/c.png'],
  ],
  [
    '<style>.a { background: URL( "https://e.example/b.png" ) } .b { background: url(/c.png) }</style>url(https://e.example/d.png)',
    ['https://e.example/b.png'],
  ],
  ['<img src="https://e.example/{{ contact.ID }}.png">', []],
  ['<img src="cid:x"><img src="data:image/png;base64,AA"><img src="/a.png"><img>', []],
  ['<img src="https://e.example/[CONTACT|ID].png">', []],
  ['<a src="https://e.example/a.png"><script src="https://e.example/a.js"></script>', []],
  ['<!-- <img src="https://e.example/a.png"> -->', []],
  [
    '<!--[if gte mso 9]><v:rect><v:fill type="tile" src="https://e.example/b.png" /></v:rect><img src="https://e.example/c.png"><![endif]-->',
    ['https://e.example/b.png', 'https://e.example/c.png'],
  ],
])('%s', (html, urls) => {
  expect(imagesInHtml(html).map(({ url }) => url)).toEqual(urls);
});

test('all but the addresses stays as it was', () => {
  const html =
    '<p>\r\n<img  src="https://a.example/1"   alt="x"><img src=\'https://b.example/2\'><img src="https://a.example/1">&nbsp;';
  const kept = replaceImages(html, imagesInHtml(html), (url) =>
    url.includes('a.example') ? 'https://own/m' : undefined,
  );
  expect(kept).toBe(html.replaceAll('https://a.example/1', 'https://own/m'));
});
