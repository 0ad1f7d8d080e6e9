import { expect, test } from 'vitest';
import { coverageLines } from './coverage.ts';

test('lines of files are added by package, and the total of all is left out', () => {
  const lines = (total: number, covered: number) => ({ lines: { total, covered } });
  const summary = {
    total: lines(9999, 1),
    '/work/packages/service/src/a.ts': lines(1500, 1500),
    '/work/packages/service/src/b/c.ts': lines(500, 250),
    '/work/spec/src/index.ts': lines(0, 0),
  };
  expect(coverageLines(summary, '/work')).toEqual([
    'packages/service          87.5 % of 2,000 lines',
    'spec                     100.0 % of 0 lines',
  ]);
});
