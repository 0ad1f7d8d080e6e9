import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CloseTimeoutError, closeInTime } from './close.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('closing that does not end is given up after its time', async () => {
  const closing = closeInTime(new Promise(() => {}), 30_000);
  const given = expect(closing).rejects.toThrow(
    new CloseTimeoutError(30_000), // names the time, and what still runs
  );
  await vi.advanceTimersByTimeAsync(29_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await given;
});

test.each([
  ['ends', async () => {}, undefined],
  ['fails', () => Promise.reject(new Error('no')), 'no'],
])('closing that %s in time leaves no timer behind', async (_, close, message) => {
  const error = await closeInTime(close(), 30_000).catch(({ message }: Error) => message);
  expect(error).toBe(message);
  expect(vi.getTimerCount()).toBe(0);
});
