import { expect, test } from 'vitest';
import { bucketMillis } from './buckets.ts';

const hour = 3_600_000;

test.each([
  [0, 1],
  [23, 1],
  [24, 2],
  [47, 3],
  [30 * 24, 48],
  [1000 * 24, 7 * 24],
])('24 bars for %i hours stand for %i hours each', (hours, wanted) => {
  expect(bucketMillis(hours * hour, 24)).toBe(wanted * hour);
});
