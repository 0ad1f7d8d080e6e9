import { expect, test } from 'vitest';
import { matchesTag } from './seen.ts';

// RFC 9110, sections 8.8.3 and 13.1.1.
test.each([
  ['"7"', true],
  ['*', true],
  ['"6"', false],
  ['"6", "7"', true],
  ['"7","8"', true],
  ['"6" ,\t"7"', true],
  [', ,"6",, "7",', true],
  ['"6", "8"', false],
  ['W/"7"', false],
  ['W/"7", "6"', false],
  ['W/"6", "7"', true],
  ['"6, "', false],
  ['"W/"', false],
  ['"6,7"', false],
])('If-Match: %s, of the version "7"', (seen, matches) => {
  expect(matchesTag(seen, '"7"')).toBe(matches);
});

test('commas belong to the tags that have them', () => {
  expect(matchesTag('"a,b", "c"', '"a,b"')).toBe(true);
  expect(matchesTag('"a,b"', '"a"')).toBe(false);
});
