import { expect, test } from 'vitest';
import { planStep } from './course.ts';

const minute = 60_000;
const at = (minutes: number) => new Date(minutes * minute);
const variant = (due?: number, startsAt?: number, isCounted = false) => ({
  due: due === undefined ? undefined : at(due),
  startsAt: startsAt === undefined ? null : at(startsAt),
  isCounted,
});

test.each([
  ['nothing was sent yet', [variant(), variant()], 10, [], 11],
  ['one begins later', [variant(40, 0), variant(undefined, 500)], 10, [], 40],
  ['one is over, the other begins later', [variant(40, 0), variant(undefined, 500)], 40, [0], 500],
  ['one was counted, the other begins later', [variant(40, 0, true), variant(undefined, 500)], 50, [], 500],
  ['one was counted, the other is being sent', [variant(40, 0, true), variant(undefined, 500)], 501, [], 502],
  ['a moment too early', [variant(40), variant(40)], 39, [], 40],
  ['all at once', [variant(40), variant(40)], 40, [0, 1], undefined],
  ['the last one', [variant(40, 0, true), variant(540, 500)], 541, [1], undefined],
  ['all were counted', [variant(40, 0, true), variant(540, 500, true)], 999, [], undefined],
] as const)('%s', (_, variants, now, count, lookAt) => {
  expect(planStep(variants, at(now))).toEqual({ count, lookAt: lookAt === undefined ? undefined : at(lookAt) });
});
