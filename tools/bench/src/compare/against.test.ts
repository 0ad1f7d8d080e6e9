import { expect, test } from 'vitest';
import type { Figure } from '../bench.ts';
import { compareFigures } from './against.ts';

const figure = (name: string, ratio: number, target: Figure['target']): Figure => ({ name, ratio, target, detail: '' });
const atLeast = { bound: 'at least', value: 1 } as const;
const atMost = { bound: 'at most', value: 1 } as const;

test('figures of all rounds are joined by name; one that a version lacks is left out', () => {
  const now = [figure('rate', 0.5, atLeast), figure('time', 0.5, atMost), figure('watched', 1, null)];
  const before = [figure('rate', 1, atLeast), figure('time', 1, atMost), figure('watched', 1, null)];
  const compared = compareFigures([
    { now: [...now, figure('new', 1, null)], before },
    { now, before },
  ]);
  expect(compared.map(({ name, change, verdict }) => [name, change.factor, verdict])).toEqual([
    ['rate', expect.closeTo(0.5), 'lost'],
    ['time', expect.closeTo(0.5), 'better'],
    ['watched', 1, undefined],
  ]);
});
