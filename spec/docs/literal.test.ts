import { expect, test } from 'vitest';
import { literal } from './literal.ts';

test.each([
  ['text', "'text'"],
  ["it's", "'it\\'s'"],
  ['a "b" \\ \n', '\'a "b" \\\\ \\n\''],
  [5, '5'],
  [null, 'null'],
  [[], '[]'],
  [{}, '{}'],
  [['draft', 'sending'], "['draft', 'sending']"],
  [{ id: 1, 'x-y': null }, "{ id: 1, 'x-y': null }"],
  [{ fields: [{ name: 'a' }] }, "{ fields: [{ name: 'a' }] }"],
  [
    [{ name: 'x'.repeat(40) }, { name: 'y'.repeat(40) }],
    `[\n  { name: '${'x'.repeat(40)}' },\n  { name: '${'y'.repeat(40)}' },\n]`,
  ],
])('%j', (value, text) => {
  expect(literal(value)).toBe(text);
  expect(new Function(`return ${text}`)()).toEqual(value);
});
