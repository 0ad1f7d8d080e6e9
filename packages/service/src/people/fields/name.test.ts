import { expect, test } from 'vitest';
import { customFieldNameFault } from './name.ts';

test.each([
  ['SHOE_SIZE', true],
  ['Größe der Schuhe', true],
  ['FIRSTNAME', false],
  ['Firstname', false],
  ['CHECKSUM', false],
  ['email', false],
  ['A|B', false],
  ['[AB]', false],
  ['A\nB', false],
  [' AB', false],
])('%j: %s', (name, fine) => {
  expect(customFieldNameFault(name) === undefined).toBe(fine);
});
