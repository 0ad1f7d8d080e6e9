import type { BlockReason, UnsubscriptionSource } from '../tables.ts';
import type { Contact } from './store.ts';

/** Whether mailings go to a contact, in the words that people use. */
interface ContactState {
  state: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'blocked';
  /** Why it is unsubscribed or blocked. */
  reason: BlockReason | UnsubscriptionSource | null;
  /** Since when it is unsubscribed or blocked. */
  since: Date | null;
}

type Standing = Pick<Contact, 'permission' | 'unsubscribed_at' | 'unsubscribe_source' | 'blocked_at' | 'block_reason'>;

/** Returns the state of a contact. One that is blocked is so whatever it has consented to. */
export function contactState(contact: Standing): ContactState {
  const { permission, unsubscribed_at, unsubscribe_source, blocked_at, block_reason } = contact;
  if (blocked_at !== null) return { state: 'blocked', reason: block_reason, since: blocked_at };
  if (unsubscribed_at !== null) return { state: 'unsubscribed', reason: unsubscribe_source, since: unsubscribed_at };
  return { state: permission > 1 ? 'subscribed' : 'unconfirmed', reason: null, since: null };
}
