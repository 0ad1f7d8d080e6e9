import { expect, test } from 'vitest';
import { copyName, stemOf } from './copy-name.ts';

test.each<[string, string[], string]>([
  ['Spring', [], 'Spring (2)'],
  ['Spring', ['Spring (2)', 'Spring (3)'], 'Spring (4)'],
  ['Spring (2)', ['Spring (2)'], 'Spring (3)'],
  ['Spring (2031)', [], 'Spring (2)'],
  [' (2)', [], ' (2) (2)'],
  ['x'.repeat(64), [], `${'x'.repeat(60)} (2)`],
  [`${'x'.repeat(59)} yyyy`, [], `${'x'.repeat(59)} (2)`],
  ['😀'.repeat(64), [], `${'😀'.repeat(60)} (2)`],
])('%s, beside %j: %s', (name, taken, wanted) => {
  expect(copyName(name, new Set(taken))).toBe(wanted);
  expect(wanted.startsWith(stemOf(name).trimEnd())).toBe(true);
});
