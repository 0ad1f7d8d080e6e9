import type { CreatedAt, Id } from '../platform/database/columns.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    mailing_blacklist: MailingBlacklistTable;
    mailing_blacklist_expression: MailingBlacklistExpressionTable;
    mailing_blacklist_use: MailingBlacklistUseTable;
  }
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
