import type { Generated } from 'kysely';
import type { CreatedAt, Id } from './columns.ts';

export interface BlacklistTable {
  account_id: number;
  id: Id;
  name: string;
  /** Counts for every account, and is read-only for all but its own. */
  global: Generated<boolean>;
  created_at: CreatedAt;
}

export interface BlacklistEntryTable {
  account_id: number;
  blacklist_id: number;
  entry: string;
  /** Source of the entry, for people. */
  import_name: string | null;
  created_at: CreatedAt;
}

export interface MailingBlacklistTable {
  account_id: number;
  id: Id;
  name: string;
  created_user: string;
  created_at: CreatedAt;
}

export interface MailingBlacklistExpressionTable {
  account_id: number;
  mailing_blacklist_id: number;
  expression: string;
}

export interface MailingBlacklistUseTable {
  account_id: number;
  mailing_id: number;
  mailing_blacklist_id: number;
}
