import { expect, test } from 'vitest';
import { disorder, lostWrites, strangers, surplus } from './check.ts';

const keys = ['name', 'count', 'at', 'secret'];

test.each<[string, object, object, string[]]>([
  ['the same', { name: 'a', count: 1 }, { name: 'a', count: 1, id: 7 }, []],
  ['another number', { count: 3 }, { count: 2 }, ['count was written as 3 and is read as 2']],
  ['nothing in its place', { name: 'a' }, {}, ['name was written as "a" and is read as nothing']],
  ['nothing in place of several', { name: 'a', count: 1 }, {}, ['name, count were written and are read as nothing']],
  ['a list that is gone', { at: ['a'] }, { at: [] }, ['at was written as ["a"] and is read as []']],
  ['a list that was completed', { at: ['a'] }, { at: ['b', 'a'] }, []],
  ['what is never read', { password: 'a' }, {}, []],
  ['lower case', { name: ' Ann@Example.com' }, { name: 'ann@example.com' }, []],
  ['another form of an instant', { at: '2031-05-17T08:30:00Z' }, { at: '2031-05-17T10:30:00+02:00' }, []],
  ['a number as text', { count: 3 }, { count: '3' }, []],
])('what was written is read: %s', (_, written, read, wanted) => {
  expect(lostWrites(written, read, keys)).toEqual(wanted);
});

test.each<[string, unknown[], number]>([
  ['none', [], 0],
  ['those that are wanted', [{ state: 'open' }, { state: 'open' }], 0],
  ['one that is not', [{ state: 'open' }, { state: 'paid' }], 1],
  ['items that do not tell', [{}], 0],
])('a filter filters: %s', (_, items, wanted) => {
  expect(strangers(items, 'state', 'open')).toHaveLength(wanted);
});

test.each<[string, unknown[], number]>([
  ['numbers', [1, 2, 10], 0],
  ['numbers, the largest first', [10, 2, 1], 0],
  ['numbers in no order', [9.5, 19, 1], 1],
  ['texts by their codes', ['Z', 'a'], 0],
  ['texts as people sort them', ['a', 'Z'], 0],
  ['texts in no order', ['b', 'a', 'c'], 1],
  ['texts that are missing', ['b', undefined, 'a'], 0],
])('a list is sorted: %s', (_, values, wanted) => {
  const items = values.map((value) => ({ value }));
  expect(disorder(items, 'sort', 'value')).toHaveLength(wanted);
});

test('a bounded list is no longer than that', () => {
  expect([surplus([1], 'limit', 1), surplus([1, 2], 'limit', 1)].map((each) => each.length)).toEqual([0, 1]);
});
