import { expect, test } from 'vitest';
import { deprecationHeaders } from './deprecation.ts';

test.each([
  ['no announcement', undefined, []],
  ['no day', {}, []],
  ['a day', { since: '2023-07-01' }, [['Deprecation', '@1688169600']]],
  ['the end', { sunset: '2025-11-11' }, [['Sunset', 'Tue, 11 Nov 2025 00:00:00 GMT']]],
  [
    'both',
    { since: '2027-02-01', sunset: '2028-02-29' },
    [
      ['Deprecation', '@1801440000'],
      ['Sunset', 'Tue, 29 Feb 2028 00:00:00 GMT'],
    ],
  ],
])('%s', (_what, deprecation, headers) => {
  expect(deprecationHeaders(deprecation)).toEqual(headers);
});
