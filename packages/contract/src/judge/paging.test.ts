import type { Operation } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import type { HeaderLines } from '../exchange/exchange.ts';
import { judgePaging, parseLinks } from './paging.ts';

test.each([
  ['<https://a/1>; rel="next"', [{ rel: 'next', url: 'https://a/1' }]],
  ['<https://a/1>;rel=next', [{ rel: 'next', url: 'https://a/1' }]],
  [
    '<https://a/1?x=1,2>; title="a, b"; rel="start next"',
    [
      { rel: 'start', url: 'https://a/1?x=1,2' },
      { rel: 'next', url: 'https://a/1?x=1,2' },
    ],
  ],
  [
    '<https://a/1>; rel="start", <https://a/2>; rel="next"',
    [
      { rel: 'start', url: 'https://a/1' },
      { rel: 'next', url: 'https://a/2' },
    ],
  ],
  ['https://a/1; rel="next"', undefined],
  ['<https://a/1>; rel="next" <https://a/2>', undefined],
  ['next', undefined],
])('%s', (value, links) => {
  expect(parseLinks(value)).toEqual(links);
});

const paged = {
  paging: { size: 'page_size', index: 'page_index', total: 'X-Items', pages: 'X-Pages' },
  parameters: [
    { name: 'page_size', default: 10 },
    { name: 'page_index', default: 1 },
  ],
} as unknown as Operation;
const at = (query: string) => `https://a/pets?${query}`;
const link = (query: string, rel: string): [string, string] => ['Link', `<${at(query)}>; rel="${rel}"`];

test.each<[string, string, HeaderLines, RegExp | undefined]>([
  ['first of two', '', [['X-Items', '11'], ['X-Pages', '2'], link('page_index=2', 'next')], undefined],
  ['last of two', 'page_index=2', [['X-Items', '11'], ['X-Pages', '2'], link('page_index=1', 'prev')], undefined],
  ['nothing', 'kind=cat', [['X-Items', '0'], ['X-Pages', '0'], link('kind=cat&page_index=1', 'start')], undefined],
  ['behind the last', 'page_index=9', [['X-Items', '11'], ['X-Pages', '2'], link('page_index=8', 'prev')], undefined],
  [
    'an empty parameter',
    'page_size=',
    [['X-Items', '11'], ['X-Pages', '2'], link('page_size=&page_index=2', 'next')],
    undefined,
  ],
  [
    'wrong number',
    'page_size=5',
    [
      ['X-Items', '11'],
      ['X-Pages', '2'],
    ],
    /11 items make 3 pages/,
  ],
  ['no next', '', [['X-Items', '11'], ['X-Pages', '2'], link('', 'start')], /no rel="next" on page 1 of 2/],
  [
    'next at the end',
    'page_index=2',
    [['X-Items', '11'], ['X-Pages', '2'], link('page_index=3', 'next')],
    /a rel="next" on page 2 of 2/,
  ],
  ['prev at the start', '', [['X-Items', '1'], ['X-Pages', '1'], link('', 'prev')], /prev" on the first page/],
  [
    'lost parameter',
    'kind=a&kind=b',
    [['X-Items', '1'], ['X-Pages', '1'], link('kind=b', 'start')],
    /contain the parameter kind/,
  ],
  [
    'a relative address',
    '',
    [
      ['X-Items', '1'],
      ['X-Pages', '1'],
      ['Link', '</pets>; rel="start"'],
    ],
    undefined,
  ],
  [
    'no address',
    '',
    [
      ['X-Items', '1'],
      ['X-Pages', '1'],
      ['Link', '<http://[>; rel="start"'],
    ],
    /is no URL/,
  ],
])('%s', (_, query, headers, wanted) => {
  const request = { method: 'GET', url: at(query), headers: [], body: new Uint8Array() };
  const response = { status: 200, headers, body: new Uint8Array() };
  const messages = judgePaging(paged, { request, response }).map(({ message }) => message);
  if (wanted) expect(messages.join('\n')).toMatch(wanted);
  else expect(messages).toEqual([]);
});
