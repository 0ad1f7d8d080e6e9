import { expect, test } from 'vitest';
import { send } from './fixture.ts';

const path = '/mailings/filter/states';
const page = (query: string, total: number, publicUrl?: string) =>
  send({ path, query }, { handlers: { listByStates: () => ({ items: [], total }) }, hooks: { publicUrl } });

const link = (query: string, rel: string) => ['Link', `<https://mail.test/1.0${path}?${query}>; rel="${rel}"`];

test.each<[string, number, number, string[][]]>([
  ['', 0, 0, [link('page_size=100&page_index=1', 'start')]],
  ['', 100, 1, [link('page_size=100&page_index=1', 'start')]],
  ['', 101, 2, [link('page_size=100&page_index=1', 'start'), link('page_size=100&page_index=2', 'next')]],
  [
    'states=draft&page_index=2&states=failed&page_size=10&foo=%20+x',
    25,
    3,
    [
      link('states=draft&states=failed&foo=%20+x&page_size=10&page_index=1', 'start'),
      link('states=draft&states=failed&foo=%20+x&page_size=10&page_index=1', 'prev'),
      link('states=draft&states=failed&foo=%20+x&page_size=10&page_index=3', 'next'),
    ],
  ],
  [
    'pageSize=10&page%5Findex=3',
    25,
    3,
    [link('page_size=10&page_index=1', 'start'), link('page_size=10&page_index=2', 'prev')],
  ],
  ['page_index=9', 250, 3, [link('page_size=100&page_index=1', 'start'), link('page_size=100&page_index=3', 'prev')]],
  ['label=<">', 1, 1, [link('label=%3C%22%3E&page_size=100&page_index=1', 'start')]],
  ['foo=ü😀', 1, 1, [link('foo=%C3%BC%F0%9F%98%80&page_size=100&page_index=1', 'start')]],
])('?%s with %i items has %i pages', async (query, total, pages, links) => {
  const { status, headers } = await page(query, total);
  expect(status).toBe(200);
  const own = headers.filter(([name]) => name !== 'Ignored-Input');
  expect(own.slice(1, -1)).toEqual([['X-Items', String(total)], ['X-Pages', String(pages)], ...links]);
});

test('links begin with the public address', async () => {
  const { headers } = await page('', 0, 'https://public.test/api');
  expect(headers).toContainEqual(['Link', `<https://public.test/api${path}?page_size=100&page_index=1>; rel="start"`]);
});
