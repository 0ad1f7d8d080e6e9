import type { Contact } from './store.ts';

/** Somebody without any data, for whom the fallbacks are used. */
export const emptyContact = (email: string): Contact & { email: string } => ({
  account_id: 0,
  id: 0,
  email,
  email_folded: email.toLowerCase(),
  external_id: null,
  permission: 1,
  standard_fields: {},
  custom_fields: {},
  preferences: [],
  tags: [],
  source: null,
  subscription_page: null,
  unsubscribed_at: null,
  unsubscribe_source: null,
  blocked_at: null,
  block_reason: null,
  blocked_until: null,
  paused_until: null,
  newsletter_days: null,
  anonymous: false,
  created_at: new Date(0),
  updated_at: new Date(0),
});
