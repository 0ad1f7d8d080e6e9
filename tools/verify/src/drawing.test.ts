import { expect, test } from 'vitest';
import { drawing, type Edge } from './drawing.ts';

test.each<[string, Edge[], string]>([
  ['one arrow', [['app', 'mail']], 'flowchart TD\n  app --> mail\n'],
  [
    'an arrow that a longer way says already',
    [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'c'],
    ],
    'flowchart TD\n  a --> b\n  b --> c\n',
  ],
  [
    'imports within a folder, and twice the same',
    [
      ['a', 'a'],
      ['a', 'b'],
      ['a', 'b'],
    ],
    'flowchart TD\n  a --> b\n',
  ],
])('%s', (_, edges, wanted) => {
  expect(drawing(edges)).toBe(wanted);
});
