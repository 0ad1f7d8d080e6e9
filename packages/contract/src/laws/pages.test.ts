import type { Operation, Parameter } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { faultsOfPages, type Next, pagerOf } from './pages.ts';

const list = (...names: string[]) =>
  ({ parameters: names.map((name) => ({ name, in: 'query', schema: {} }) as Parameter) }) as Operation;
const page = (value: unknown, items: unknown[] = [1, 2], link?: string) => ({
  value,
  items,
  response: { status: 200, headers: link ? [['Link', link] as [string, string]] : [], body: new Uint8Array() },
});

test.each<[string, Operation, ReturnType<typeof page>, Next]>([
  ['a link', list('page'), page([], [1], '</a?x=2>; rel="next"'), { url: '/a?x=2' }],
  ['a cursor', list('cursor'), page({ items: [1], next_cursor: 'abc' }), { input: { cursor: 'abc' } }],
  ['a cursor further down', list('after'), page({ paging: { next: 7 } }), { input: { after: 7 } }],
  ['the last cursor', list('cursor'), page({ items: [1], nextCursor: null }), undefined],
  ['an offset', list('offset'), page([1, 2]), { input: { offset: 4 } }],
  ['the number of a page', list('page'), page([1, 2]), { input: { page: 3 } }],
  ['an empty page', list('offset'), page([], []), undefined],
  ['no pages', list('status'), page([1]), undefined],
])('the next page by %s', (_, operation, last, wanted) => {
  expect(pagerOf(operation).next(last, 4, 2)).toEqual(wanted);
});

test.each<[string, string[], boolean, number]>([
  ['each once', ['1', '2', '3'], true, 0],
  ['one twice', ['1', '2', '2', '3'], true, 1],
  ['one that is missing', ['1', '2'], true, 1],
  ['one that may come later', ['1', '2'], false, 0],
])('%s', (_, ids, isWhole, faults) => {
  expect(faultsOfPages(ids, ['1', '3'], isWhole)).toHaveLength(faults);
});
