import { expect, test } from 'vitest';
import { SlowAccounts } from './slow-accounts.ts';

test('slow accounts are one party for ten minutes after their last ended call', () => {
  let now = 0;
  const slow = new SlowAccounts(() => now);
  expect([slow.partyOf(7), slow.partyOf(8), slow.partyOf(undefined)]).toEqual([7, 8, undefined]);
  slow.add(7);
  slow.add(8);
  slow.add(undefined);
  expect([slow.partyOf(7), slow.partyOf(8), slow.partyOf(9), slow.partyOf(undefined)]).toEqual([0, 0, 9, undefined]);
  now = 5 * 60_000;
  slow.add(8);
  now = 10 * 60_000;
  expect([slow.partyOf(7), slow.partyOf(8)]).toEqual([7, 0]);
  now = 15 * 60_000;
  expect(slow.partyOf(8)).toBe(8);
});
