import { expect, test, vi } from 'vitest';
import { onBehalfOf } from '../turns/on-behalf.ts';
import { limitConcurrency } from './limit-concurrency.ts';

test.each([
  ['one host', 20, 1, 2],
  ['two hosts', 20, 2, 4],
  ['many hosts', 20, 20, 8],
])('%s: %i pieces of work for %i hosts, %i at a time', async (_name, pieces, hosts, wanted) => {
  const inTurn = limitConcurrency({ all: 16, perAccount: 8, perHost: 2 });
  const running: (() => void)[] = [];
  let busiest = 0;
  let done = 0;
  const all = Array.from({ length: pieces }, (_, index) =>
    onBehalfOf(1, () =>
      inTurn(`host ${index % hosts}`, async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        busiest = Math.max(busiest, running.push(resolve));
        await promise;
        done++;
      }),
    ),
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
  const inTurn = limitConcurrency({ all: 1, perAccount: 1, perHost: 1 });
  await expect(inTurn('host', () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
  expect(await inTurn('host', async () => 'done')).toBe('done');
});

test('an account whose hosts never answer delays no other one, even at the same host', async () => {
  const inTurn = limitConcurrency({ all: 16, perAccount: 8, perHost: 2 });
  for (let index = 0; index < 100; index++) {
    onBehalfOf(1, () => void inTurn(`host ${index % 10}`, () => new Promise<never>(() => {})));
  }
  const others = Array.from({ length: 20 }, (_, index) =>
    onBehalfOf(2, () => inTurn(`host ${index % 10}`, async () => index)),
  );
  expect(await Promise.all(others)).toHaveLength(20);
});
