import { expect, test } from 'vitest';
import { settleNotes } from './notes.ts';

test.each<[string, leaving: number[], beginning: number[]]>([
  ['', [], []],
  ['+1 +2', [], [1, 2]],
  ['+1 +1', [], [1]],
  ['-1', [1], []],
  ['-1 +1', [1], [1]],
  ['+1 -1', [1], []],
  ['+1 -1 +1 -2', [1, 2], [1]],
])('%j', (text, leaving, beginning) => {
  const notes = text
    .split(' ')
    .flatMap((note, index) =>
      note === '' ? [] : { id: index, program_id: 7, contact_id: Number(note.slice(1)), leaves: note.startsWith('-') },
    );
  expect(settleNotes(notes.toReversed())).toEqual({ leaving, beginning });
});
