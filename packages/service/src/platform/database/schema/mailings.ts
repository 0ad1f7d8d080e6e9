import type { Generated } from 'kysely';
import type { Bytes, CreatedAt, Id, Json, Timestamp } from './columns.ts';

export type MailingType = 'regular' | 'trigger' | 'doi';

export type MailingState =
  | 'draft'
  | 'failed'
  | 'queued'
  | 'checks'
  | 'blacklist'
  | 'preparing'
  | 'sending'
  | 'canceled'
  | 'paused'
  | 'done'
  | 'archiving'
  | 'archived'
  | 'released'
  | 'scheduled';

export interface MailingTable {
  account_id: number;
  id: Id;
  /** Unique in the account, compared exactly. */
  name: string;
  type: Generated<MailingType>;
  state: Generated<MailingState>;
  /** Raised by every change; compared before it. */
  version: Generated<number>;
  creator_name: string;
  subject: string;
  preview_text: string | null;
  sender: string | null;
  sender_alias: string | null;
  recipient_alias: string | null;
  reply_to: Json<unknown> | null;
  html: string | null;
  text_body: string | null;
  target_group_id: number | null;
  /** Path of the template, as it was set: absolute for a shared one. */
  template_path: string | null;
  schedule_time: Timestamp | null;
  tracking_strategy: Generated<string>;
  speed_level: Generated<string>;
  locale: string | null;
  /** Key by which contacts ask for a double-opt-in mailing, unique in the account. */
  doi_key: string | null;
  tags: Generated<string[]>;
  editor_version: Generated<string>;
  /** Raised by every change of what is sent. */
  content_version: Generated<number>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

export interface MailingPropertyTable {
  account_id: number;
  mailing_id: number;
  key: string;
  value: string;
}

export interface MailingTransitionTable {
  account_id: number;
  mailing_id: number;
  id: Id;
  from_state: MailingState;
  to_state: MailingState;
  actor: string;
  at: CreatedAt;
  reason: string | null;
}

export interface MailingCheckTable {
  account_id: number;
  mailing_id: number;
  kind: string;
  /** The mailing's content version that was checked. */
  content_version: number;
  /** Null while the check runs. */
  state: 'success' | 'warning' | 'failed' | null;
  started_at: CreatedAt;
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
  /** SHA-256 of the token in the link. */
  token_hash: Bytes;
  decision: 'approved' | 'rejected' | null;
  comment: string | null;
  created_at: CreatedAt;
  decided_at: Timestamp | null;
}
