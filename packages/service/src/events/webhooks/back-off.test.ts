import { expect, test } from 'vitest';
import { maxAttempts, webhookBackOff } from './back-off.ts';

test('a minute at first, twice as long each time, 24 hours in all', () => {
  const waits = Array.from({ length: maxAttempts - 1 }, (_, index) => webhookBackOff(index + 1) / 60_000);
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 417]);
  expect(waits.reduce((sum, wait) => sum + wait)).toBe(24 * 60);
});
