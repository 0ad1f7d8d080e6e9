import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test.each<[string, (map: BoundedMap<string, number>) => void, string[]]>([
  ['keeps the newest entries', (map) => map.set('a', 1).set('b', 2).set('c', 3), ['b', 'c']],
  ['an entry set again counts as new', (map) => map.set('a', 1).set('b', 2).set('a', 3).set('c', 4), ['a', 'c']],
  ['a deleted entry takes no room', (map) => map.set('a', 1).set('b', 2).delete('a') && map.set('c', 3), ['b', 'c']],
])('%s', (_, change, keys) => {
  const map = new BoundedMap<string, number>(2);
  change(map);
  expect([...map.keys()]).toEqual(keys);
});
