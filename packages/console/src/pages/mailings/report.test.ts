import { expect, test } from 'vitest';
import { bucketMillis } from './buckets.ts';
import { csv } from './csv.ts';

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

test('cells are quoted where they must be, and are no formulas', () => {
  expect(csv([['a,b', 'say "x"', 1], [], ['=1+1', '-x', 'plain']])).toBe(
    `"a,b","say ""x""",1\r\n\r\n'=1+1,'-x,plain\r\n`,
  );
});
