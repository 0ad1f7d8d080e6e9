import type { BlockReason, UnsubscriptionSource } from '../tables.ts';
import type { Contact } from './store.ts';

/** Whether mailings go to a contact, in the words that people use. */
interface ContactState {
  state: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'held' | 'blocked';
  /** Why it is unsubscribed, held back or blocked. */
  reason: BlockReason | UnsubscriptionSource | null;
  /** Since when it is unsubscribed, held back or blocked. */
  since: Date | null;
  /** Until when it is held back. */
  until: Date | null;
}

type Standing = Pick<
  Contact,
  'permission' | 'unsubscribed_at' | 'unsubscribe_source' | 'blocked_at' | 'block_reason' | 'blocked_until'
>;

/** Returns the state of a contact. One that is blocked, or held back for some days, is so whatever it has consented to. */
export function contactState(contact: Standing): ContactState {
  const { permission, unsubscribed_at, unsubscribe_source, blocked_at, block_reason, blocked_until: until } = contact;
  if (blocked_at !== null)
    return { state: until === null ? 'blocked' : 'held', reason: block_reason, since: blocked_at, until };
  if (unsubscribed_at !== null)
    return { state: 'unsubscribed', reason: unsubscribe_source, since: unsubscribed_at, until: null };
  return { state: permission > 1 ? 'subscribed' : 'unconfirmed', reason: null, since: null, until: null };
}
