import { expect, test } from 'vitest';
import { codecs } from './compiled.ts';
import { errorOf } from './error-of.ts';

/** Characters: documents of several times as many do not fit into the memory that is there at first. */
const PIECE = 500_000;

/** Documents that are written in several pieces, lists within lists, with something before and behind them. */
const { compiled, reference } = codecs({
  Root: {
    type: 'object',
    xml: { name: 'shelves' },
    properties: {
      first: { type: 'string' },
      shelf: { type: 'array', items: { $ref: '#/components/schemas/Shelf' } },
      last: { type: 'string' },
    },
  },
  Shelf: {
    type: 'object',
    xml: { name: 'shelf' },
    properties: {
      books: {
        type: 'array',
        xml: { wrapped: true },
        items: { type: 'string', xml: { name: 'book' } },
      },
    },
  },
});
const book = `A & B ${'x'.repeat(PIECE / 3)}`;
const shelf = (books: number) => ({ books: Array.from({ length: books }, () => book) });

test.each([[[0, 1, 0]], [[3, 0, 4]], [[9, 1, 1, 8]], [[1, 1, 1, 1, 1, 1]]])('shelves of %j books', (shelves) => {
  const value = { first: 'a', shelf: shelves.map(shelf), last: 'z' };
  const document = compiled.encode(value);
  expect(document === reference.encode(value)).toBe(true);
  expect(compiled.decode(document)).toEqual(value);
});

test('a fault behind the first piece has the path of its item', () => {
  const books = [...shelf(9).books, 7];
  const value = { first: 'a', shelf: [shelf(4), { books }], last: 'z' };
  expect(errorOf(() => compiled.encode(value)).path).toBe('/shelves/shelf[2]/books/book[10]');
});
