import { expect, test } from 'vitest';
import { RelayBackOff } from './relay-back-off.ts';

test('pauses grow with each failure, up to a minute, and end with a success', () => {
  const trouble = new RelayBackOff();
  const waits = Array.from({ length: 9 }, () => {
    trouble.failed('down', 0);
    return trouble.waitMillis(0);
  });
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(trouble.waitMillis(59_000)).toBe(1000);
  trouble.succeeded();
  expect(trouble.waitMillis(0)).toBe(0);
});

test('twenty failures in a row are too many', () => {
  const trouble = new RelayBackOff();
  for (let count = 0; count < 19; count++) trouble.failed('down', 0);
  expect(trouble.exhausted()).toBeUndefined();
  trouble.succeeded();
  for (let count = 0; count < 20; count++) trouble.failed('auth refused', 0);
  expect(trouble.exhausted()).toBe('auth refused');
  expect(trouble.exhausted()).toBeUndefined();
});

test('a refused password is enough', () => {
  const trouble = new RelayBackOff();
  trouble.failed('535', 0, true);
  expect(trouble.exhausted()).toBe('535');
  expect(trouble.waitMillis(0)).toBe(0);
});
