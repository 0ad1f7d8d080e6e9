import { expect, test } from 'vitest';
import { coverageLines } from './coverage.ts';

test('lines of files are added by package, and the total of all is left out', () => {
  const lines = (total: number, covered: number) => ({ lines: { total, covered } });
  const summary = {
    total: lines(9999, 1),
    '/repository/packages/service/src/a.ts': lines(1500, 1500),
    '/repository/packages/service/src/b/c.ts': lines(500, 250),
    '/repository/spec/src/index.ts': lines(0, 0),
  };
  expect(coverageLines(summary, '/repository')).toEqual([
    'packages/service          87.5 % of 2,000 lines',
    'spec                     100.0 % of 0 lines',
  ]);
});
