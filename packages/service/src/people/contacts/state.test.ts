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
  blocked_until: null,
};
const unsubscribed = { permission: 1 as const, unsubscribed_at: early, unsubscribe_source: 'complaint' as const };
const blocked = { blocked_at: early, block_reason: 'bounce_policy' as const };
const none = { reason: null, since: null, until: null };
const left = { state: 'unsubscribed', reason: 'complaint', since: early, until: null };
const bounced = { state: 'blocked', reason: 'bounce_policy', since: early, until: null };

test.each([
  ['a permission', {}, { ...none, state: 'subscribed' }],
  ['none', { permission: 1 as const }, { ...none, state: 'unconfirmed' }],
  ['an unsubscription', unsubscribed, left],
  ['a block', blocked, bounced],
  ['a block that ends', { ...blocked, blocked_until: late }, { ...bounced, state: 'held', until: late }],
  ['both', { ...unsubscribed, ...blocked }, bounced],
])('the state of a contact with %s', (_, change, state) => {
  expect(contactState({ ...standing, ...change })).toEqual(state);
});
