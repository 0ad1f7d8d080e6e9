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

test('who got something expensive waits until others got as much', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2']) queue.push(1, item, 10);
  for (const item of ['b1', 'b2', 'b3', 'b4']) queue.push(2, item, 4);
  expect(order(queue)).toEqual(['a1', 'b1', 'b2', 'b3', 'a2', 'b4']);
});

test('who comes late is owed nothing, and who comes again is not forgiven', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push(1, item);
  queue.push(2, 'b1', 3);
  for (let taken = 0; taken < 4; taken++) queue.take(queue.first()!.party); // a1, b1, a2, a3
  for (const item of ['b2', 'b3']) queue.push(2, item);
  for (const item of ['c1', 'c2']) queue.push(3, item);
  expect(order(queue)).toEqual(['c1', 'a4', 'b2', 'c2', 'b3']);
});
