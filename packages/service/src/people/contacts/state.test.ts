import { expect, test } from 'vitest';
import { contactState } from './state.ts';

const early = new Date('2031-01-01T00:00:00Z');
const late = new Date('2031-02-01T00:00:00Z');
const standing = {
  permission: 5 as const,
  unsubscribed_at: null,
  unsubscribe_source: null,
  blocked_at: null,
  block_reason: null,
};
const unsubscribed = { permission: 1 as const, unsubscribed_at: early, unsubscribe_source: 'complaint' as const };
const blocked = { blocked_at: late, block_reason: 'bounce_policy' as const };

test.each([
  ['a permission', {}, { state: 'subscribed', reason: null, since: null }],
  ['none', { permission: 1 as const }, { state: 'unconfirmed', reason: null, since: null }],
  ['an unsubscription', unsubscribed, { state: 'unsubscribed', reason: 'complaint', since: early }],
  ['a block', blocked, { state: 'blocked', reason: 'bounce_policy', since: late }],
  ['both', { ...unsubscribed, ...blocked }, { state: 'blocked', reason: 'bounce_policy', since: late }],
])('the state of a contact with %s', (_, change, state) => {
  expect(contactState({ ...standing, ...change })).toEqual(state);
});
