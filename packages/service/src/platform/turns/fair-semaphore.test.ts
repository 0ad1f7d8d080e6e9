import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FairSemaphore } from './fair-semaphore.ts';

const timeout = { millis: 1000, error: () => new Error('too long') };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Acquires; notes who did. */
function acquirer(semaphore: FairSemaphore, order: string[]) {
  return async (name: string, account?: number) => {
    const release = await semaphore.acquire(account);
    order.push(name);
    return release;
  };
}

test('one account leaves room for others, and takes turns with them', async () => {
  const order: string[] = [];
  const take = acquirer(new FairSemaphore({ all: 3, perAccount: 2, timeout }), order);
  const [first, second] = [await take('a1', 1), await take('a2', 1)];
  const waiting = [take('a3', 1), take('a4', 1)];
  const other = await take('b1', 2);
  waiting.push(take('b2', 2));
  expect(order).toEqual(['a1', 'a2', 'b1']);
  first();
  second();
  other();
  for (const release of await Promise.all(waiting)) release();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

test('the service itself may hold it as often as it admits; releasing twice releases once', async () => {
  const order: string[] = [];
  const take = acquirer(new FairSemaphore({ all: 2, perAccount: 1, timeout }), order);
  const release = await take('s1');
  await take('s2');
  release();
  release();
  await take('s3');
  const late = expect(take('s4')).rejects.toThrow('too long');
  await vi.advanceTimersByTimeAsync(1000);
  await late;
  expect(order).toEqual(['s1', 's2', 's3']);
});
