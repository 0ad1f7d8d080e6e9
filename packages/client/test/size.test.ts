import { expect, test } from 'vitest';
import { BUNDLES, sizeOf } from '../scripts/size.ts';

test.each(BUNDLES)('$name: at most $limit bytes, and no operation that is not asked for', async (bundle) => {
  const { bytes, operations } = await sizeOf(bundle);
  expect(bytes).toBeLessThanOrEqual(bundle.limit);
  if (bundle.operations) expect(operations).toBe(bundle.operations);
});
