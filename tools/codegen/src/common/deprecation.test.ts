import { expect, test } from 'vitest';
import { deprecationNotice } from './deprecation.ts';

test.each([
  [{ deprecated: false }, undefined],
  [{ deprecated: true }, 'Deprecated.'],
  [{ deprecated: true, deprecatedSince: '2027-02-01' }, 'Deprecated. Since 2027-02-01.'],
  [{ deprecated: true, sunset: '2028-02-01' }, 'Deprecated. May be gone from 2028-02-01.'],
  [
    { deprecated: true, deprecatedSince: '2027-02-01', sunset: '2028-02-01' },
    'Deprecated. Since 2027-02-01; may be gone from 2028-02-01.',
  ],
])('%j', (operation, notice) => {
  expect(deprecationNotice(operation)).toBe(notice);
});
