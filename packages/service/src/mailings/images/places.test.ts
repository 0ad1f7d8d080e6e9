import { expect, test } from 'vitest';
import { imagesInHtml, replaceImages } from './places.ts';

test.each<[html: string, urls: string[]]>([
  ['<img src="https://e.example/a.png">', ['https://e.example/a.png']],
  ["<IMG SRC='http://e.example/?a=1&amp;b=2'>", ['http://e.example/?a=1&b=2']],
  ['<img src=https://e.example/a.png alt=x>', ['https://e.example/a.png']],
  ['<td background="https://e.example/b.gif">', ['https://e.example/b.gif']],
  ['<img src="cid:x"><img src="data:image/png;base64,AA"><img src="/a.png"><img>', []],
  ['<img src="https://e.example/[CONTACT|ID].png">', []],
  ['<a src="https://e.example/a.png"><script src="https://e.example/a.js"></script>', []],
  ['<!-- <img src="https://e.example/a.png"> -->', []],
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
