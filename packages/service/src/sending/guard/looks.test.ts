import { expect, test } from 'vitest';
import { Looks } from './looks.ts';

test('a process looks at the first mails of a sendout, at each of its first events, and then at every tenth more', () => {
  const looks = new Looks();
  expect([0, 0, 0].map((events) => looks.areDue(1, 7, events))).toEqual([true, false, false]);
  const due = Array.from({ length: 1000 }, (_, at) => (looks.areDue(1, 7, 1) ? at + 1 : 0)).filter(Boolean);
  expect(due.slice(0, 22)).toEqual([...Array.from({ length: 20 }, (_, at) => at + 1), 22, 24]);
  expect(due).toHaveLength(63);
  expect(due.every((at, place) => at - (due[place - 1] ?? 0) <= Math.max(1, at / 10))).toBe(true);
});

test('sendouts are looked at each for itself, and many events at once are one look', () => {
  const looks = new Looks();
  expect([looks.areDue(1, 7, 100), looks.areDue(1, 8, 0), looks.areDue(2, 7, 0)]).toEqual([true, true, true]);
  expect([looks.areDue(1, 7, 9), looks.areDue(1, 7, 1), looks.areDue(1, 8, 1)]).toEqual([false, true, true]);
});
