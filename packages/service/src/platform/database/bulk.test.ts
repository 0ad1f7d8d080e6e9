import { expect, test } from 'vitest';
import { isBulk } from './bulk.ts';

test.each([
  ['no values', 'select 1', [], false],
  ['a few values', 'select $1, $2', [1, null], false],
  ['an array of a few elements', 'select $1', [[1, 2, 3]], false],
  ['an array of many elements', 'select $1, $2', [1, Array(101).fill(1)], true],
  ['a document of many rows', 'select $1::json', [`["${'x'.repeat(10_000)}"]`], true],
  ['a long text', `select '${'x'.repeat(10_000)}'`, [], true],
])('%s', (_, sql, parameters, wanted) => {
  expect(isBulk(sql, parameters)).toBe(wanted);
});
