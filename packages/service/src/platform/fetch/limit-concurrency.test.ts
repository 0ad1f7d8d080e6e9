import { expect, test, vi } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test.each([
  ['one host', 20, 1, 2],
  ['two hosts', 20, 2, 4],
  ['many hosts', 20, 20, 8],
])('%s: %i pieces of work for %i hosts, %i at a time', async (_name, pieces, hosts, wanted) => {
  const inTurn = limitConcurrency(8, 2);
  const running: (() => void)[] = [];
  let busiest = 0;
  let done = 0;
  const all = Array.from({ length: pieces }, (_, index) =>
    inTurn(`host ${index % hosts}`, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      busiest = Math.max(busiest, running.push(resolve));
      await promise;
      done++;
    }),
  );
  await vi.waitFor(() => expect(running).toHaveLength(wanted));
  while (done < pieces) {
    running.shift()?.();
    await new Promise((next) => setImmediate(next));
  }
  await Promise.all(all);
  expect(busiest).toBe(wanted);
});

test('a failure gives the turn on', async () => {
  const inTurn = limitConcurrency(1, 1);
  await expect(inTurn('host', () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
  expect(await inTurn('host', async () => 'done')).toBe('done');
});
