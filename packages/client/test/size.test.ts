import { expect, test } from 'vitest';
import { BUNDLES, limitOf, sizeOf } from '../scripts/size.ts';

test.each(BUNDLES)('$name: no more than it may weigh, and no operation that is not asked for', async (bundle) => {
  const { bytes, operations } = await sizeOf(bundle);
  expect(bytes).toBeLessThanOrEqual(limitOf(bundle, operations));
  if (bundle.operations) expect(operations).toBe(bundle.operations);
});
