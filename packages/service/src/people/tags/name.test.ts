import { expect, test } from 'vitest';
import { tagFault, tagName } from './name.ts';

test.each([
  ['  Press ', 'Press'],
  ['two \t words', 'two words'],
  ['Stammga\u0308ste', 'Stammg\u00e4ste'],
])('%j is stored as %j', (text, name) => {
  expect(tagName(text)).toBe(name);
  expect(tagFault(name)).toBeUndefined();
});

test.each([
  ['', 'empty'],
  ['a, b', 'comma'],
  ['a\u0007', 'control characters'],
  ['x'.repeat(51), '50 characters'],
])('%j is no tag', (name, fault) => {
  expect(tagFault(name)).toContain(fault);
});
