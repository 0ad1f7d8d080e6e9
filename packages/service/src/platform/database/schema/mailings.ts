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

export type TrackingStrategy = 'none' | 'anonymous' | 'single-recipient' | 'highest-permission';
export type SpeedLevel = 'low' | 'medium' | 'high' | 'supersonic';

/** What lists read, and the settings. What is sent stands in MailingContentTable. */
export interface MailingTable {
  account_id: number;
  id: Id;
  /** Unique in the account, compared exactly. */
  name: string;
  /** Sort key of the name: platform/text/fold.ts. */
  name_folded: string;
  type: Generated<MailingType>;
  state: Generated<MailingState>;
  /** Raised by every change; compared before it. */
  version: Generated<number>;
  /** Raised by every change of what is sent; checks and approvals are of one content version. */
  content_version: Generated<number>;
  creator_name: string;
  creator_folded: string;
  target_group_id: number | null;
  /** Whether the members of the target group are found anew before the sendout. */
  targetgroup_update: Generated<boolean>;
  /** 2147483647: none. */
  contacts_limit: Generated<number>;
  /** Whether the target group and its filter are deleted after the sendout. */
  cleanup: Generated<boolean>;
  ignore_permission: Generated<boolean>;
  /** Whether the sendout makes all quality checks. */
  qos_checks: Generated<boolean>;
  /** Path of the template, as it was set: absolute for a shared one. */
  template_path: string | null;
  schedule_time: Timestamp | null;
  tracking_strategy: Generated<TrackingStrategy>;
  speed_level: Generated<SpeedLevel>;
  locale: string | null;
  /** Key by which contacts ask for a double-opt-in mailing, unique in the account. */
  doi_key: string | null;
  tags: Generated<string[]>;
  tags_folded: Generated<string[]>;
  editor_version: Generated<string>;
  /** 32 hexadecimal digits in the address of the public page, of all accounts. */
  archive_token: Generated<string>;
  report_token: Generated<string>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

/** What of a mailing is sent, one row a mailing. All columns count: a change raises the mailing's content version. */
export interface MailingContentTable {
  account_id: number;
  mailing_id: number;
  subject: string;
  subject_folded: string;
  preview_text: string | null;
  sender: string | null;
  sender_alias: string | null;
  recipient_alias: string | null;
  /** Whether mails name an address for replies at all. */
  reply_to_active: Generated<boolean>;
  /** Whether that address is one of the service; otherwise it is `reply_to_email`. */
  reply_to_auto: Generated<boolean>;
  reply_to_email: string | null;
  html: string | null;
  text_body: string | null;
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
  /** UUID of the start of the check that this is about. */
  run: Generated<string>;
  started_at: CreatedAt;
  /** Last heartbeat of the process that runs the check. */
  alive_at: CreatedAt;
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

/** A run of a trigger mailing that is sent at intervals. */
export interface TriggerRunTable {
  account_id: number;
  mailing_id: number;
  planned_at: Timestamp;
  run_at: Timestamp;
  /** Null when it was dropped because it came too late. */
  recipients: number | null;
  /** What it shows of its feed; null when it is about none, or there was nothing new. */
  feed_items: Json<{ url: string; items: readonly FeedItemRow[] }> | null;
  /** Why it reached nobody, when that is not how it should be. */
  fault: string | null;
}

interface FeedItemRow {
  title: string;
  link: string;
  description: string;
  guid: string | null;
  /** ISO 8601. */
  published: string | null;
}

/** An item of a feed that a run of a trigger mailing has used up. */
export interface TriggerFeedItemTable {
  account_id: number;
  mailing_id: number;
  /** Hash of what tells it apart. */
  key: string;
  seen_at: Timestamp;
}
