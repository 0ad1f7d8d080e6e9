import { expect, test } from 'vitest';
import { eachPair, pairRemover } from './query-string.ts';

test.each<[string, string]>([
  ['', ''],
  ['a=1', 'a=1&'],
  ['a=1&', 'a=1&'],
  ['&&a=1&&b&&', 'a=1&b&'],
  ['x=1', ''],
  ['x=1&', ''],
  ['x', ''],
  ['a=1&x=2', 'a=1&'],
  ['x=2&a=1', 'a=1&'],
  ['a=1&x=2&b=%41+c', 'a=1&b=%41+c&'],
  ['a=1&x=2&x=3&b=x&c=x=y', 'a=1&b=x&c=x=y&'],
  ['%78=1&a=%', 'a=%&'],
  ['y+z=1&xx=1', 'xx=1&'],
])('%s without x and "y z" is %s', (query, kept) => {
  expect(pairRemover(new Set(['x', 'y z']))(query)).toBe(kept);
});

test.each<[string, [string, string][]]>([
  ['', []],
  ['a', [['a', '']]],
  ['a=', [['a', '']]],
  ['=a', [['', 'a']]],
  [
    '&a=b=c&&d',
    [
      ['a', 'b=c'],
      ['d', ''],
    ],
  ],
  ['a%3D+b=%C3%BC+', [['a= b', 'ü ']]],
])('the pairs of %s', (query, wanted) => {
  const pairs: [string, string][] = [];
  eachPair(query, (name, value) => pairs.push([name, value]));
  expect(pairs).toEqual(wanted);
});
