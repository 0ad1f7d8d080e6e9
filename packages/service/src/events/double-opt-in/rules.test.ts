import { describe, expect, test } from 'vitest';
import type { Permission } from '../../people/index.ts';
import { confirmedPermission, isWorthAsking, requestState } from './rules.ts';

test.each<[Permission, boolean, boolean]>([
  [1, true, true],
  [2, true, true],
  [3, true, true],
  [4, false, true],
  [5, false, false],
  [6, true, true],
])('who has %i is asked for 4: %s, for 5: %s', (has, four, five) => {
  expect([isWorthAsking(has, 4), isWorthAsking(has, 5)]).toEqual([four, five]);
});

test('a form asks everybody', () => {
  expect(isWorthAsking(5, 4, true)).toBe(true);
});

test.each<[Permission, 4 | 5, 4 | 5]>([
  [1, 4, 4],
  [1, 5, 5],
  [4, 5, 5],
  [5, 4, 5],
])('%i that confirms %i has %i', (has, wanted, then) => {
  expect(confirmedPermission(has, wanted)).toBe(then);
});

describe('a link', () => {
  const request = { email_folded: 'a@example.com', replaced_at: null, confirmed_at: null, expired: false };
  const time = new Date(0);
  test.each([
    ['new', {}, 'open'],
    ['replaced', { replaced_at: time }, 'dead'],
    ['expired', { expired: true }, 'dead'],
    ['used', { confirmed_at: time }, 'confirmed'],
    ['used, then expired', { confirmed_at: time, expired: true }, 'confirmed'],
    ['used, but the contact has moved', { confirmed_at: time, email_folded: 'b@example.com' }, 'dead'],
    ['of a contact that has moved', { email_folded: 'b@example.com' }, 'dead'],
  ])('%s: %s', (_, change, standing) => {
    expect(requestState({ ...request, ...change }, { email_folded: 'a@example.com' })).toBe(standing);
  });

  test('of an anonymous contact', () => {
    expect(requestState(request, { email_folded: null })).toBe('dead');
  });
});
