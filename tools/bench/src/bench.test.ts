import { expect, test } from 'vitest';
import { alternate, type Figure, holds, median } from './bench.ts';

test.each([
  [[3], 3],
  [[1, 9, 2], 2],
  [[4, 1, 2, 3], 2.5],
])('median of %j', (values, wanted) => {
  expect(median(values)).toBe(wanted);
});

test.each<[number, Figure['target'], boolean]>([
  [2.4, { bound: 'at most', value: 2.5 }, true],
  [2.6, { bound: 'at most', value: 2.5 }, false],
  [0.9, { bound: 'at least', value: 0.85 }, true],
  [0.8, { bound: 'at least', value: 0.85 }, false],
  [99, null, true],
])('%d against %j', (ratio, target, wanted) => {
  expect(holds({ name: 'x', detail: '', ratio, target })).toBe(wanted);
});

test('subject and baseline take turns, and the first round does not count', async () => {
  const order: string[] = [];
  const result = await alternate(
    2,
    () => order.push('subject') * 10,
    () => order.push('baseline'),
  );
  expect(order).toEqual(['subject', 'baseline', 'subject', 'baseline', 'subject', 'baseline']);
  expect(result.subject).toBe(40);
  expect(result.baseline).toBe(5);
});
