import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoPlaceError, Places } from './places.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Takes a place; tells when it got it. */
function taker(places: Places, order: string[]) {
  return async (name: string, account?: number) => {
    const leave = await places.take(account);
    order.push(name);
    return leave;
  };
}

test('one account leaves places for others, and takes turns with them', async () => {
  const order: string[] = [];
  const take = taker(new Places({ all: 3, perAccount: 2, timeoutMillis: 1000 }), order);
  const [first, second] = [await take('a1', 1), await take('a2', 1)];
  const waiting = [take('a3', 1), take('a4', 1)];
  const other = await take('b1', 2);
  waiting.push(take('b2', 2));
  expect(order).toEqual(['a1', 'a2', 'b1']);
  first();
  second();
  other();
  for (const leave of await Promise.all(waiting)) leave();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

test('the service itself may take all places; giving one back twice gives back one', async () => {
  const order: string[] = [];
  const take = taker(new Places({ all: 2, perAccount: 1, timeoutMillis: 1000 }), order);
  const leave = await take('s1');
  await take('s2');
  leave();
  leave();
  await take('s3');
  const late = expect(take('s4')).rejects.toThrow(NoPlaceError);
  await vi.advanceTimersByTimeAsync(1000);
  await late;
  expect(order).toEqual(['s1', 's2', 's3']);
});
