import { expect, test } from 'vitest';
import { latestOfEach } from './latest-of-each.ts';

test.each([
  [[], []],
  [['0.1.0'], ['0.1.0']],
  [
    ['0.1.0', '0.1.1', '0.2.0'],
    ['0.2.0', '0.1.1'],
  ],
  [
    ['1.9.3', '1.10.0', '1.10.1-rc.1', '1.9.10'],
    ['1.10.0', '1.9.10'],
  ],
])('%j', (versions, wanted) => {
  expect(latestOfEach(versions)).toEqual(wanted);
});
