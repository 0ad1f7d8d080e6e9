import { expect, test } from 'vitest';
import { placeOf, placeQuery } from './place.ts';

test.each<[string, ReturnType<typeof placeOf>]>([
  ['after=2&way=matching', { from: 2, name: 'matching' }],
  ['after=0&way=others', { from: 0, name: 'others' }],
  ['after=0', { from: 0, name: 'next' }],
  ['after=-1&way=next', { from: -1, name: 'next' }],
  ['', { from: -1, name: 'next' }],
  ['after=-7&way=up', { from: -1, name: 'next' }],
  ['after=1.5', { from: -1, name: 'next' }],
  ['after=first', { from: -1, name: 'next' }],
])('the arrow of "%s"', (query, wanted) => {
  expect(placeOf(new URLSearchParams(query))).toEqual(wanted);
});

test('an arrow is found by the address that names it', () => {
  const place = { from: 3, name: 'others' } as const;
  expect(placeOf(new URLSearchParams(placeQuery(place.from, place.name)))).toEqual(place);
});
