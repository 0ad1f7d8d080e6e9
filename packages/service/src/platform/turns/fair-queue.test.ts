import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function order(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let next = queue.first(); next; next = queue.first()) {
    queue.take(next.party);
    items.push(next.item);
  }
  return items;
}

test.each<[string, [party: number, item: string][], string[]]>([
  [
    'one party alone',
    [
      [1, 'a'],
      [1, 'b'],
    ],
    ['a', 'b'],
  ],
  [
    'one with many, and two with one',
    [
      [1, 'a'],
      [1, 'b'],
      [1, 'c'],
      [2, 'd'],
      [3, 'e'],
    ],
    ['a', 'd', 'e', 'b', 'c'],
  ],
  [
    'two with many',
    [
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
      [2, 'd'],
    ],
    ['a', 'c', 'b', 'd'],
  ],
])('%s', (_, pushed, wanted) => {
  const queue = new FairQueue<string>();
  for (const [party, item] of pushed) queue.push(party, item);
  expect(order(queue)).toEqual(wanted);
  expect(queue.isEmpty).toBe(true);
});

test('an item that goes away loses its place, the others keep theirs', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a', 'b', 'c']) queue.push(1, item);
  queue.push(2, 'd');
  queue.remove(1, 'b');
  queue.remove(3, 'x');
  expect(order(queue)).toEqual(['a', 'd', 'c']);
});

test('who may not go is passed over', () => {
  const queue = new FairQueue<string>();
  queue.push(1, 'a');
  queue.push(2, 'b');
  expect(queue.first((party) => party === 2)).toEqual({ party: 2, item: 'b' });
  expect(queue.first(() => false)).toBeUndefined();
});

test('cheap items share a turn', () => {
  const queue = new FairQueue<string>(2);
  for (const item of ['a1', 'a2', 'a3']) queue.push(1, item, 1);
  for (const item of ['b1', 'b2']) queue.push(2, item);
  queue.push(3, 'c1', 1);
  expect(order(queue)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});
