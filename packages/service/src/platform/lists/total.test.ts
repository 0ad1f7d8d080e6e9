import { expect, test } from 'vitest';
import { totalOf } from './total.ts';

test.each([
  ['an only page', 3, 1, 3],
  ['no rows at all', 0, 1, 0],
  ['a last page', 3, 4, 33],
  ['a full page', 10, 1, 90],
  ['behind the last page', 0, 11, 90],
  ['a full page behind those that were counted', 10, 10, 100],
])('%s', async (_, length, page_index, wanted) => {
  const rows = Array.from({ length });
  expect(await totalOf(rows, { page_size: 10, page_index }, async () => 90)).toBe(wanted);
});
