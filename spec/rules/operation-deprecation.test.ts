import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const told = 'description: Use listThings instead.';

test.each([
  ['{ summary: Stays }', []],
  [`{ deprecated: true, ${told}, x-deprecated-since: 2027-02-01, x-sunset: 2028-02-01 }`, []],
  [
    '{ x-sunset: 2028-02-01, x-deprecated-since: 2027-02-01 }',
    ['x-deprecated-since stands only beside `deprecated: true`.', 'x-sunset stands only beside `deprecated: true`.'],
  ],
  [
    `{ deprecated: true, ${told} }`,
    ['A deprecated operation needs x-deprecated-since, a day.', 'A deprecated operation needs x-sunset, a day.'],
  ],
  [
    '{ deprecated: true, description: Old., x-deprecated-since: 2027-02-01, x-sunset: 2027-08-01 }',
    [
      'x-sunset must be a year or more after x-deprecated-since.',
      'The description must say what to use instead of a deprecated operation.',
    ],
  ],
])('%s', async (operation, messages) => {
  expect(await lintOperation('operation-deprecation', operation)).toEqual(messages);
});
