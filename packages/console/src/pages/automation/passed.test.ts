import { expect, test } from 'vitest';
import { marksOf, type Passed } from './passed.ts';
import type { Step } from './steps.ts';

const steps: Step[] = [
  { kind: 'branch', contact_filter_id: 1, others: 'b' },
  { kind: 'end' },
  { kind: 'add_tag', tag: 'b', name: 'b' },
];

test.each<[string, Passed[], Parameters<typeof marksOf>[2], number[], string[], number | undefined]>([
  ['nothing yet', [], { isWhole: true, next: 0, atEnd: false }, [-1], ['-1 next'], 0],
  [
    'under way',
    [{ step: 0, matching: false }],
    { isWhole: true, next: 2, atEnd: false },
    [-1, 0],
    ['-1 next', '0 others'],
    2,
  ],
  [
    'at the end, without older steps',
    [{ step: 0, matching: true }, { step: 1 }],
    { isWhole: false, next: undefined, atEnd: true },
    [0, 1, 3],
    ['0 matching', '1 next'],
    undefined,
  ],
])('%s', (_, passed, end, marked, ways, here) => {
  const marks = marksOf(steps, passed, end);
  expect([[...marks.steps], [...marks.ways], marks.here]).toEqual([marked, ways, here]);
});
