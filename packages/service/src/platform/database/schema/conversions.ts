import type { Id, Timestamp } from './columns.ts';

/** A web site of the account, where readers reach goals. */
export interface ConversionSiteTable {
  account_id: number;
  id: Id;
  name: string;
  /** In lower case; its links carry a token, those of its subdomains too. */
  domain: string;
}

export interface ConversionGoalTable {
  account_id: number;
  id: Id;
  site_id: number;
  name: string;
}

/** A goal was reached, and a mailing led to it. */
export interface ConversionTable {
  account_id: number;
  id: Id;
  site_id: number;
  goal_id: number;
  mailing_id: number;
  /** Null where tracking is anonymous, and when the contact was erased. */
  contact_id: number | null;
  /** Id of the first conversion of the same contact, once it was erased. */
  erased_as: number | null;
  /** The link that led there, where it is known. */
  link_id: number | null;
  /** Unique on the site. */
  order_id: string;
  /** Exact decimal. */
  value: string;
  at: Timestamp;
  mailing_sent_at: Timestamp;
}
