import { expect, test } from 'vitest';
import { type BounceDays, judgeBounces } from './verdict.ts';

const until = new Date('2026-11-30T12:34:56Z');
const none: BounceDays = {
  unknown_days: 0,
  hard_days: 0,
  soft_days: 0,
  unknown_limit: 2,
  hard_limit: 3,
  soft_limit: 5,
  held_until: null,
  status_code: '5.1.1',
  reason: 'mailbox-unknown',
};

test.each<[string, Partial<BounceDays>, undefined | { days: number; said: RegExp } | 'held']>([
  ['nothing yet', {}, undefined],
  ['one day below the limits', { unknown_days: 1, hard_days: 2, soft_days: 4 }, undefined],
  ['an unknown mailbox', { unknown_days: 2, hard_days: 2 }, { days: 2, said: /mailbox is unknown/ }],
  ['more than the limit', { unknown_days: 7, hard_days: 9 }, { days: 7, said: /mailbox is unknown/ }],
  ['a mailbox that is gone', { hard_days: 3 }, { days: 3, said: /mailbox does not exist/ }],
  ['one that cannot be reached', { soft_days: 5 }, { days: 5, said: /could not be reached/ }],
  ['one that cannot be reached, where that does not count', { soft_days: 99, soft_limit: null }, undefined],
  ['no day, where that does not count', { soft_limit: null }, undefined],
  ['hard bounces before others', { hard_days: 3, soft_days: 9 }, { days: 3, said: /mailbox does not exist/ }],
  ['a hold that goes on', { unknown_days: 1, hard_days: 1, held_until: until }, 'held'],
  ['a block instead of a hold', { unknown_days: 2, held_until: until }, { days: 2, said: /mailbox is unknown/ }],
])('%s', (_, given, wanted) => {
  const verdict = judgeBounces({ ...none, ...given });
  if (wanted === undefined) return expect(verdict).toBeUndefined();
  expect(verdict!.explanation).toContain('mailbox-unknown, 5.1.1');
  if (wanted === 'held') {
    expect(verdict!.until).toBe(until);
    return expect(verdict!.explanation).toContain('2026-11-30 12:34 UTC');
  }
  expect(verdict).not.toHaveProperty('until');
  expect(verdict!.explanation).toMatch(wanted.said);
  expect(verdict!.explanation).toContain(`${wanted.days} different days`);
});

test('a limit of one day is told in the singular', () => {
  expect(judgeBounces({ ...none, unknown_days: 1, unknown_limit: 1 })!.explanation).toContain('on 1 day without');
});
