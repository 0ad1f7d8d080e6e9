import { expect, test, vi } from 'vitest';
import { inSlices } from './in-slices.ts';

test('all items in their order, and others in between', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  const seen: number[] = [];
  const between: number[] = [];
  const look = () => {
    between.push(seen.length);
    if (seen.length < 3500) setImmediate(look);
  };
  setImmediate(look);
  const items = Array.from({ length: 3500 }, (_, index) => index);
  await inSlices(items, (item) => seen.push(item));
  expect(seen).toEqual(items);
  expect(new Set(between).size).toBeGreaterThanOrEqual(10);
});
