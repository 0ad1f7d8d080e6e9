import type { Generated } from 'kysely';
import type { Bytes, CreatedAt, Id, Json, Timestamp } from '../platform/database/columns.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    approval: ApprovalTable;
    approval_token: ApprovalTokenTable;
    mailing_check: MailingCheckTable;
  }
}

export interface MailingCheckTable {
  account_id: number;
  mailing_id: number;
  kind: string;
  /** The mailing's content version that was checked. */
  content_version: number;
  /** Null while the check runs. */
  state: 'success' | 'warning' | 'failed' | null;
  /** UUID of the start of the check that this is about. */
  run: Generated<string>;
  started_at: CreatedAt;
  /** The user who has started a sendout to a test target group; null for a program with a key, and for other checks. */
  started_by: number | null;
  finished_at: Timestamp | null;
  result: Json<unknown> | null;
}

export interface ApprovalTable {
  account_id: number;
  id: Id;
  mailing_id: number;
  contact_id: number;
  email: string;
  content_version: number;
  decision: 'approved' | 'rejected' | null;
  comment: string | null;
  created_at: CreatedAt;
  decided_at: Timestamp | null;
}

/** A link to approve or reject; each attempt to send the mail has one of its own. */
export interface ApprovalTokenTable {
  account_id: number;
  approval_id: number;
  /** SHA-256 of the token in the link. */
  hash: Bytes;
}
