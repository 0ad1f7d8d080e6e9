import { expect, test } from 'vitest';
import { joinTimes, minutes, type TierTimes, tierTable } from './tier-table.ts';

const file = (name: string, level: string, tests: number, seconds: number) => ({ file: name, level, tests, seconds });
const first: TierTimes = {
  seconds: 100,
  processor: 180,
  checks: [{ title: 'lint', seconds: 12 }],
  files: [file('a.test.ts', 'rules', 3, 1), file('b.test.ts', 'systems', 1, 30.4)],
};

test('levels, and the slowest files', () => {
  expect(tierTable(first, 1)).toEqual([
    '| Level   | Files | Tests | Seconds |',
    '| ------- | ----: | ----: | ------: |',
    '| lint    |       |     1 |      12 |',
    '| rules   |     1 |     3 |       1 |',
    '| systems |     1 |     1 |      30 |',
    '',
    'In all 1 min 40 s, of processor time 3 min 0 s. The slowest files:',
    '',
    '| File        | Tests | Seconds |',
    '| ----------- | ----: | ------: |',
    '| `b.test.ts` |     1 |      30 |',
  ]);
});

test('two runs that follow each other', () => {
  const second: TierTimes = { seconds: 5, processor: undefined, checks: [], files: [file('c.test.ts', 'rules', 2, 2)] };
  const both = joinTimes(first, second);
  expect([both.seconds, both.processor, both.files.length]).toEqual([105, undefined, 3]);
});

test.each([
  [59.4, '59 s'],
  [60, '1 min 0 s'],
  [365.4, '6 min 5 s'],
])('%s s', (seconds, wanted) => {
  expect(minutes(seconds)).toBe(wanted);
});
