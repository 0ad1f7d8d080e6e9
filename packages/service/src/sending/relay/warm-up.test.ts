import { expect, test } from 'vitest';
import { defaultWarmUp, nextWarmUp, warmUpLimit } from './warm-up.ts';

const plan = [100, 200, 400];

test.each<[number, number, number, { day: number; share: number | null; limit: number | null }]>([
  [1, 100, 0, { day: 2, share: null, limit: 200 }],
  [1, 50, 2, { day: 2, share: null, limit: 200 }],
  [1, 49, 0, { day: 1, share: null, limit: 100 }],
  [1, 0, 0, { day: 1, share: null, limit: 100 }],
  [2, 200, 20, { day: 2, share: 0.1, limit: 200 }],
  [2, 200, 100, { day: 1, share: 0.5, limit: 100 }],
  [1, 100, 50, { day: 1, share: 0.5, limit: 100 }],
  [3, 400, 0, { day: 4, share: null, limit: null }],
  [4, 9999, 9999, { day: 4, share: null, limit: null }],
])('day %i with %i mails, of which %i were deferred', (day, sent, deferred, wanted) => {
  const next = nextWarmUp({ plan, day, slowedShare: null }, sent, deferred);
  expect({ day: next.day, share: next.slowedShare, limit: warmUpLimit(next) }).toEqual(wanted);
});

test('the default plan grows each day, and never by more than what receivers are used to', () => {
  for (const [at, mails] of defaultWarmUp.entries()) {
    const before = defaultWarmUp[at - 1] ?? mails / 2.5;
    expect(mails).toBeGreaterThan(before);
    expect(mails).toBeLessThanOrEqual(2.5 * before);
  }
});
