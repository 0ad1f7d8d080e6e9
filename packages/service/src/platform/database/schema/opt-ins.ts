import type { Bytes, CreatedAt, Id, Timestamp } from './columns.ts';

/** A contact was asked to confirm a permission: what was asked when and where, and the evidence of the answer. */
export interface OptInRequestTable {
  account_id: number;
  id: Id;
  contact_id: number;
  /** The double-opt-in mailing; null when it was deleted. */
  mailing_id: number | null;
  /** Where the mail goes, in the form that lookups compare; the links are good for this address only. */
  email_folded: string;
  /** Permission of the contact after confirmation. */
  permission: 4 | 5;
  requested_at: CreatedAt;
  /** Without its last part, as all addresses of machines. */
  requested_ip: string | null;
  page: string | null;
  source: string | null;
  /** A newer request has taken its place. */
  replaced_at: Timestamp | null;
  confirmed_at: Timestamp | null;
  confirmed_ip: string | null;
  user_agent: string | null;
}

/** Each attempt to send a mail has a link of its own, so that no token has to be kept. */
export interface OptInTokenTable {
  account_id: number;
  request_id: number;
  /** SHA-256 of the token in the link. */
  hash: Bytes;
}

/** A contact subscribed: it confirmed, or was created with a permission. */
export interface SubscriptionTable {
  account_id: number;
  id: Id;
  /** Null when the contact was erased. */
  contact_id: number | null;
  /** The double-opt-in mailing that was confirmed. */
  mailing_id: number | null;
  ip: string | null;
  at: CreatedAt;
}
