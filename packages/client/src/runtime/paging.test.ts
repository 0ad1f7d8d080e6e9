import { describe, expect, test } from 'vitest';
import { memoryService } from '../../test/support/memory-service.ts';
import { answers, jsonType, nameJson, operation } from '../../test/support/operations.ts';
import { bindPaged, paged, pageOf } from './index.ts';

const listOperation = operation({
  id: 'listNames',
  path: '/names',
  params: { of: 'query', page_index: 'query' },
  responses: { 200: [nameJson] },
  paging: { total: 'X-Items', pages: 'X-Pages' },
  page: pageOf,
});
const listNames = paged<[input?: { of?: string; page_index?: number }, options?: object], string, 400>(listOperation);

const page = (items: string[], next?: string, counts = { items: 5, pages: 3 }) =>
  new Response(JSON.stringify(items), {
    headers: {
      'content-type': jsonType,
      'x-items': String(counts.items),
      'x-pages': String(counts.pages),
      link: `<https://mail.test/1.0/names>; rel="start"${next === undefined ? '' : `, <${next}>; rel="next"`}`,
    },
  });
const address = (index: number) => `https://mail.test/1.0/names?of=a%2Bb&page_index=${index}`;
const three = () => [page(['a', 'b'], address(2)), page(['c', 'd'], '/1.0/names?of=a%2Bb&page_index=3'), page(['e'])];

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

test('a call gets one page with its counts', async () => {
  const { connection, seen } = memoryService(three());
  expect(await listNames(connection, { of: 'a+b' }).orThrow()).toEqual({ items: ['a', 'b'], total: 5, pages: 3 });
  expect(seen.map(({ url }) => url)).toEqual(['https://mail.test/1.0/names?of=a%2Bb']);
});

describe('all', () => {
  test('gives the items of all pages and follows absolute and relative links with the same headers', async () => {
    const { connection, seen } = memoryService(three());
    expect(await collect(listNames.all(connection, { of: 'a+b' }))).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(seen.map(({ url }) => url)).toEqual(['https://mail.test/1.0/names?of=a%2Bb', address(2), address(3)]);
    for (const { headers } of seen) {
      expect(headers).toMatchObject({ accept: jsonType, authorization: expect.stringMatching(/^Basic /) });
    }
  });

  test('by pages', async () => {
    const { connection } = memoryService(three());
    const pages = await collect(listNames.all(connection).pages());
    expect(pages.map(({ items }) => items)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('bound to a connection', async () => {
    const { connection } = memoryService(three());
    const bound = bindPaged(connection, listNames);
    expect((await bound()).data?.items).toEqual(['a', 'b']);
    const again = bindPaged(memoryService(three()).connection, listNames);
    expect(await again.all({ of: 'x' }).toArray()).toHaveLength(5);
  });

  test('can be read again, from the first page', async () => {
    const { connection } = memoryService([page(['a'])]);
    const items = listNames.all(connection);
    expect([await items.toArray(), await items.toArray()]).toEqual([['a'], ['a']]);
  });

  test.each([
    [0, [], 0],
    [1, ['a'], 1],
    [2, ['a', 'b'], 1],
    [3, ['a', 'b', 'c'], 2],
    [99, ['a', 'b', 'c', 'd', 'e'], 3],
  ])('toArray with limit %i fetches no page in vain', async (limit, wanted, requests) => {
    const { connection, seen } = memoryService(three());
    expect(await listNames.all(connection).toArray({ limit })).toEqual(wanted);
    expect(seen).toHaveLength(requests);
  });

  test('an empty list has no items', async () => {
    const { connection } = memoryService([page([], undefined, { items: 0, pages: 0 })]);
    expect(await listNames.all(connection).toArray()).toEqual([]);
  });

  test('retries a page and repeats the same address', async () => {
    const { connection, clock, seen } = memoryService([page(['a'], address(2)), answers.error(503), page(['b'])]);
    expect(await clock.run(listNames.all(connection).toArray())).toEqual(['a', 'b']);
    expect(seen.map(({ url }) => url).slice(1)).toEqual([address(2), address(2)]);
  });

  test('throws the error of a page that fails', async () => {
    const { connection } = memoryService([page(['a'], address(2)), answers.error(400)]);
    await expect(listNames.all(connection).toArray()).rejects.toMatchObject({ name: 'BadRequestError' });
  });

  test('follows a link relative to its own page', async () => {
    const { connection, seen } = memoryService([
      page(['a'], '?page_index=2'),
      page(['b'], '?page_index=3'),
      page(['c']),
    ]);
    expect(await listNames.all(connection).toArray()).toEqual(['a', 'b', 'c']);
    expect(seen[2]!.url).toBe('https://mail.test/1.0/names?page_index=3');
  });

  test('stops at a first page that links to itself', async () => {
    const { connection, seen } = memoryService([page(['a'], 'https://mail.test/1.0/names')]);
    await expect(listNames.all(connection).toArray()).rejects.toMatchObject({ name: 'PagingError' });
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['another origin', 'https://evil.test/1.0/names', 'leaves https://mail.test: https://evil.test/1.0/names'],
    ['another scheme', 'http://mail.test/1.0/names', 'leaves https://mail.test: http://mail.test/1.0/names'],
    ['the same page', address(2), `leads back to ${address(2)}`],
    ['the first page', '/1.0/names', 'leads back to https://mail.test/1.0/names'],
    ['no web address', 'data:,a', 'leaves https://mail.test: data:,a'],
    ['nowhere', 'https://[', 'is no address: https://['],
  ])('stops at a link to %s', async (_, next, fault) => {
    const { connection, seen } = memoryService([page(['a'], address(2)), page(['b'], next)]);
    const read: string[] = [];
    const reading = (async () => {
      for await (const item of listNames.all(connection)) read.push(item);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'PagingError', message: `Link to the next page ${fault}` });
    expect(read).toEqual(['a', 'b']);
    expect(seen).toHaveLength(2);
  });
});
