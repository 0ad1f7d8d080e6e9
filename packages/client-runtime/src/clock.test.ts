import { expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

test('time goes on when somebody sets the clock of the machine back', () => {
  const before = systemClock.now();
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
  const setBack = vi.spyOn(Date, 'now').mockReturnValue(0);
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  setBack.mockRestore();
});
