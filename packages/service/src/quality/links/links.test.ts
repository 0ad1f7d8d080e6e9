import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedWeb, startScriptedWeb } from '../../../test/support/scripted-web.ts';
import { createFetcher, type Fetcher } from '../../platform/fetch/fetch.ts';
import { readPage } from '../content/page.ts';
import { anchorsOf, findLinks } from './find.ts';
import { followLink } from './follow.ts';
import { judgeAddress, judgeOutcome } from './judge.ts';

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

test('links of both parts', () => {
  const page = readPage(
    '<a href="https://a.example/?a=1&amp;b=2" data-link-tags="teaser, top">A <b>shop</b></a><map><area href=#x></map><a>no</a>',
  );
  const text = 'See https://b.example/x?y=(1). Or mailto:a@b.example, or www.example.com';
  expect(findLinks(page, text)).toEqual([
    {
      format: 'html',
      url: 'https://a.example/?a=1&b=2',
      label: 'A shop',
      tags: ['teaser', 'top'],
      location: 'html, line 1',
    },
    { format: 'html', url: '#x', label: '', tags: [], location: 'html, line 1' },
    { format: 'text', url: 'https://b.example/x?y=(1', label: '', tags: [], location: 'text' },
    { format: 'text', url: 'mailto:a@b.example', label: '', tags: [], location: 'text' },
  ]);
});

const anchors = anchorsOf(readPage('<a name=here></a><p id="über">'));
test.each<[string, string, string[]]>([
  ['https://shop.example/', 'The shop', []],
  ['https://shop.example/', 'https://www.shop.example/sale', []],
  ['https://shop.example/', 'Shop.example', []],
  ['https://click.shop.example/', 'shop.example', []],
  ['https://evil.example/', 'www.bank.example', ['warning label_differs']],
  ['https://evil.example/', 'https://bank.example/login', ['warning label_differs']],
  ['https://evil.example/', 'Version 2.0 of bank.example', []],
  ['http://shop.example/', '', ['warning link_http']],
  ['', '', ['error link_empty']],
  ['#', '', ['error link_empty']],
  ['#here', '', []],
  ['#%C3%BCber', '', []],
  ['#there', '', ['error anchor_missing']],
  ['/page', '', ['error link_address']],
  ['www.example.com', '', ['error link_address']],
  ['mailto:a@b.example,c@d.example?subject=x', '', []],
  ['mailto:?subject=x', '', []],
  ['mailto:nobody', '', ['error mailto_address']],
  ['tel:+49-30-123456', '', []],
  ['tel:call me', '', ['error tel_number']],
  ['ftp://a.example/', '', ['error link_scheme']],
  ['javascript:void(0)', '', ['error link_scheme']],
])('%s as "%s"', (url, label, wanted) => {
  const faults = judgeAddress({ url, label, format: 'html', tags: [], location: '' }, anchors);
  expect(faults.map(({ severity, code }) => `${severity} ${code}`)).toEqual(wanted);
});

test.each<[string, string[], number?]>([
  ['/ok', []],
  ['/empty', []],
  ['/moved', []],
  ['/redirects/2', []],
  ['/redirects/3', ['warning link_redirects']],
  ['/redirects/6', ['error link_redirects']],
  ['/loop', ['error link_redirects']],
  ['/no-head', [], 2],
  ['/head-forbidden', [], 2],
  ['/head-unknown', [], 2],
  ['/bot-wall', ['warning link_guarded'], 2],
  ['/too-many', ['warning link_guarded']],
  ['/missing', ['error link_broken'], 2],
  ['/gone', ['error link_broken']],
  ['/broken', ['error link_broken'], 2],
  ['/sometimes/2', [], 2],
  ['/refused', ['error link_connection']],
  ['/to-private', ['error link_private']],
  ['/to-file', ['error link_redirects']],
  ['/endless', []],
  ['/huge', []],
  ['/see-other', []],
  ['/temporary', []],
  ['/permanent', []],
  ['/fragment', []],
  ['/ping', ['error link_redirects']],
  ['/nowhere', ['error link_redirects']],
  ['/to-private-number', ['error link_private']],
  ['/to-private-mapped', ['error link_private']],
  ['/to-rubbish', ['error link_redirects']],
  ['/cookie', []],
  ['/packed', []],
  ['/bomb', []],
  ['/cut', []],
  ['/rubbish', ['error link_connection']],
])('%s: %j', async (path, wanted, asked) => {
  const before = web.requests.length;
  const faults = judgeOutcome(await followLink(fetcher.fetch, web.origin + path));
  expect(faults.map(({ severity, code }) => `${severity} ${code}`)).toEqual(wanted);
  if (asked !== undefined) expect(web.requests.length - before).toBe(asked);
});

test('links that only Outlook shows are links', () => {
  const html = '<p><!--[if mso]>\n<a href="https://e.example/1">One <img alt="boat"></a><![endif]--></p>';
  expect(findLinks(readPage(html), null)).toEqual([
    { format: 'html', url: 'https://e.example/1', label: 'One boat', tags: [], location: 'html, line 2' },
  ]);
  const vml = '<!--[if mso]><v:rect href="https://e.example/2"></v:rect><![endif]-->';
  expect(findLinks(readPage(vml), null).map(({ url }) => url)).toEqual(['https://e.example/2']);
});
