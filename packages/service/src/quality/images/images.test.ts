import { afterAll, beforeAll, expect, test } from 'vitest';
import { png, type ScriptedWeb, startScriptedWeb } from '../../../test/support/scripted-web.ts';
import { createFetcher, type Fetcher } from '../../platform/fetch/fetch.ts';
import { readPage } from '../content/page.ts';
import { outcomeOf } from '../links/follow.ts';
import { findImages } from './find.ts';
import { judgeFile, judgeTag, judgeWeight } from './judge.ts';
import { readImage } from './read.ts';

let web: ScriptedWeb;
let fetcher: Fetcher;
beforeAll(async () => {
  web = await startScriptedWeb();
  fetcher = createFetcher({ allows: (address) => address === '127.0.0.1' });
});
afterAll(async () => {
  await fetcher.close();
  await web.close();
});

test('images of tags, attributes and styles', () => {
  const html = `<style>.a { background: url(c.png) }</style><td background=" b.png ">
    <img src="https://a.example/a.png" alt="" title="T" width="600" height="20px"><img src=d.png width="50%" srcset="e.png 2x">`;
  expect(findImages(readPage(html))).toEqual([
    { src: 'b.png', background: true, location: 'line 1' },
    {
      src: 'https://a.example/a.png',
      alt: '',
      title: 'T',
      width: 600,
      height: 20,
      background: false,
      location: 'line 2',
    },
    { src: 'e.png', background: true, location: 'line 2' },
    { src: 'd.png', background: false, location: 'line 2' },
    { src: 'c.png', background: true, location: 'style' },
  ]);
});

const codes = (findings: { severity: string; code: string }[]) =>
  findings.map(({ severity, code }) => `${severity} ${code}`);

test.each<[string, string[]]>([
  ['<img src="https://a.example/a.png" alt="A" width=1 height=1>', []],
  ['<img src="https://a.example/a.png" alt="">', ['info dimensions_missing']],
  ['<img src="https://a.example/a.png" width=1 height=1>', ['warning alt_missing']],
  ['<img src="http://a.example/a.png" alt="" width=1 height=1>', ['warning image_http']],
  ['<img src="data:image/png;base64,xx" alt="" width=1 height=1>', ['warning image_data']],
  ['<img src="a.png" alt="" width=1 height=1>', ['error image_address']],
  ['<img alt="">', ['error image_src_missing']],
  ['<td background="https://a.example/a.png">', []],
  ['<td style="background: url(a.png)">', ['error image_address']],
])('%s', (html, wanted) => {
  expect(codes(findImages(readPage(html)).flatMap(judgeTag))).toEqual(wanted);
});

test.each<[string, string[]]>([
  ['/image.png', []],
  ['/image-without-type', []],
  ['/heavy.png', ['warning image_heavy']],
  ['/page-as-image.png', ['error image_type']],
  ['/ok', ['error image_type']],
  ['/empty', ['error image_type']],
  ['/missing', ['error image_unreachable']],
  ['/broken', ['error image_unreachable']],
  ['/huge', ['error image_unreachable']],
  ['/loop', ['error image_unreachable']],
  ['/to-private', ['error image_unreachable']],
  ['/cut', ['error image_unreachable']],
  ['/endless', ['error image_unreachable']],
  ['/bomb', ['error image_unreachable']],
  ['/moved', ['error image_type']],
  ['/to-private-number', ['error image_unreachable']],
  ['/to-private-mapped', ['error image_unreachable']],
  ['/to-file', ['error image_unreachable']],
  ['/bot-wall', ['error image_unreachable']],
  ['/refused', ['error image_unreachable']],
  ['/rubbish', ['error image_unreachable']],
])('%s: %j', async (path, wanted) => {
  const outcome = await outcomeOf(fetcher.fetch(web.origin + path));
  const { findings } = await judgeFile(path, outcome, async (body) => readImage(body));
  expect(codes(findings)).toEqual(wanted);
});

test('what the bytes are, not what the server says', () => {
  expect(readImage(png)).toEqual({ bytes: png.length, type: 'png', width: 1, height: 1 });
  expect(readImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'))).toMatchObject({
    type: 'svg',
  });
  for (const rubbish of ['', 'GIF8', '\x89PNG\r\n\x1a\n', '<html>', 'x'.repeat(100_000)]) {
    expect(readImage(Buffer.from(rubbish, 'latin1'))).toBeUndefined();
  }
});

test('all together', () => {
  const file = { bytes: 400 * 1024, type: 'png', width: 1, height: 1 };
  expect(judgeWeight(Array(5).fill(file))).toEqual([]);
  expect(codes(judgeWeight(Array(6).fill(file)))).toEqual(['warning images_heavy']);
});
