import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { stepNumbers, type VersionProgress } from './numbers.ts';

const none = { taken: 0, matching: 0, left: 0, idle: [] };

test.each<[string, VersionProgress | undefined, number, string[]]>([
  ['a version that nobody was in', undefined, 0, []],
  ['a step without contacts', { version: 1, goal: 0, exits: 0, contacts: [0, 0], steps: [none] }, 0, []],
  ['a step that there is not', { version: 1, goal: 0, exits: 0, contacts: [0, 3], steps: [none] }, 1, []],
  [
    'all numbers, with those of all reasons together',
    {
      ...{ version: 1, goal: 0, exits: 0, contacts: [1200, 0] },
      steps: [
        {
          ...{ taken: 20, matching: 3, left: 4 },
          idle: [
            { reason: 'unsubscribed', contacts: 2 },
            { reason: 'blocked', contacts: 1 },
          ],
        },
      ],
    },
    0,
    ['Waiting: 1,200', 'Passed: 20', 'Left: 4', 'Did nothing: 3'],
  ],
])('%s', (_, version, index, wanted) => {
  expect(stepNumbers(sayIn('en'), version, index)).toEqual(wanted);
});
