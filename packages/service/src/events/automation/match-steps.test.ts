import type { AutomationStep } from '@mailwright/server';
import { describe, expect, test } from 'vitest';
import { matchSteps } from './match-steps.ts';

const send = (mailing_id: number, name?: string): AutomationStep => ({
  kind: 'send',
  mailing_id,
  ...(name && { name }),
});
const wait = (days: number, name?: string): AutomationStep => ({
  kind: 'wait',
  duration: `P${days}D`,
  ...(name && { name }),
});

describe('steps of two versions', () => {
  const rows: [
    what: string,
    before: AutomationStep[],
    after: AutomationStep[],
    to: (number | undefined)[],
    marks?: { changed?: number[]; moved?: number[] },
  ][] = [
    ['nothing changed', [send(1), wait(1)], [send(1), wait(1)], [0, 1]],
    ['added at the start', [send(1), wait(1)], [wait(2), send(1), wait(1)], [1, 2]],
    ['deleted in the middle', [send(1), wait(1), send(2)], [send(1), send(2)], [0, undefined, 1]],
    ['another duration', [send(1), wait(1), send(2)], [send(1), wait(3), send(2)], [0, 1, 2], { changed: [1] }],
    ['a kind of its own', [send(1), wait(1), send(2)], [send(1), { kind: 'end' }, send(2)], [0, undefined, 2]],
    ['a name is given', [wait(1), send(1)], [wait(1, 'a'), send(1)], [0, 1]],
    [
      'a name stays, with other settings',
      [wait(1, 'a'), send(1)],
      [send(1), send(9, 'a')],
      [1, 0],
      {
        changed: [1],
        moved: [1],
      },
    ],
    ['two moved', [send(1), send(2), wait(1)], [wait(1), send(1), send(2)], [1, 2, 0], { moved: [0] }],
    [
      'of equal ones the first',
      [wait(1), send(1), wait(1), send(2)],
      [send(1), wait(1), send(2)],
      [undefined, 0, 1, 2],
    ],
    ['a deleted wait is not one that was added elsewhere', [wait(1), send(1)], [send(1), wait(2)], [undefined, 0]],
    ['names beat settings', [wait(1, 'a'), wait(2)], [wait(2, 'a'), wait(1)], [0, 1], { changed: [0, 1] }],
    ['all new', [send(1)], [wait(1)], [undefined]],
    ['empty before', [], [wait(1)], []],
  ];
  test.each(rows)('%s', (_, before, after, to, { changed = [], moved = [] } = {}) => {
    const matches = matchSteps(before, after);
    expect(matches.after).toEqual(to);
    expect([...matches.changed].toSorted()).toEqual(changed);
    expect([...matches.moved].toSorted()).toEqual(moved);
  });

  test('each step is at most one step of the other version, and equal programs are equal', () => {
    const kinds = [send(1), send(2), wait(1), wait(2), send(1, 'a'), wait(3, 'b')];
    let seed = 7;
    const draw = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % count;
    };
    const program = () => {
      const names = new Set<string>();
      return Array.from({ length: draw(9) }, () => kinds[draw(kinds.length)]!).filter(
        ({ name }) => name === undefined || (!names.has(name) && names.add(name)),
      );
    };
    for (let round = 0; round < 500; round++) {
      const [before, after] = [program(), program()];
      const to = matchSteps(before, after).after.filter((index) => index !== undefined);
      expect(new Set(to).size).toBe(to.length);
      expect(matchSteps(before, before).after).toEqual([...before.keys()]);
    }
  });
});
