import { expect, test } from 'vitest';
import { LIMITS, typeCost } from '../scripts/type-cost.ts';

test('a file that calls every operation type-checks, and cheaply', async () => {
  const { errors, operations, instantiationsPerCall } = await typeCost();
  expect(errors).toEqual([]);
  expect(operations).toBeGreaterThan(100);
  expect(instantiationsPerCall).toBeLessThanOrEqual(LIMITS.instantiationsPerCall);
});
