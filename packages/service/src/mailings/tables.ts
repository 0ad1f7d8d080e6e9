import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Bytes, CreatedAt, Id, Json, Timestamp } from '../platform/database/columns.ts';
import type { TrackingStrategy } from '../tracking/index.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    mailing: MailingTable;
    mailing_attachment: MailingAttachmentTable;
    mailing_content: MailingContentTable;
    mailing_dispatching: MailingDispatchingTable;
    mailing_property: MailingPropertyTable;
    mailing_revision: MailingRevisionTable;
    mailing_schedule: MailingScheduleTable;
    mailing_transition: MailingTransitionTable;
    transactional_carrier: TransactionalCarrierTable;
  }
}

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

export type SpeedLevel = 'low' | 'medium' | 'high' | 'supersonic';

/** Settings and the columns of lists. Contents are in MailingContentTable. */
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
  /** The mailing that this one sends again, to those who did not respond. */
  resend_of: ColumnType<number | null, number | null | undefined, number | null>;
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
  /** When the address of the report becomes invalid; null if it stays. */
  report_ends: Timestamp | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

/** Contents of a mailing, one row each. A change of any column increments the mailing's content version. */
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
  /** Source from which the HTML was made; null if it was set otherwise. */
  mjml: string | null;
  /** Part in AMP for Email, which is sent beside the HTML. */
  amp: string | null;
  text_body: string | null;
}

export interface MailingPropertyTable {
  account_id: number;
  mailing_id: number;
  key: string;
  value: string;
}

/** Parts of a mailing that people write. Absent parts were not known when it was kept. */
export interface RevisionParts {
  name?: string | undefined;
  subject?: string | undefined;
  preview_text?: string | undefined;
  sender?: string | null | undefined;
  sender_alias?: string | undefined;
  target_group_id?: number | null | undefined;
  /** The source is the MJML if there is one, and otherwise the HTML. */
  html?: string | undefined;
  mjml?: string | undefined;
  text?: string | undefined;
  /** In AMP for Email. */
  amp?: string | undefined;
}

/** `found`: set part by part, kept before it was replaced. `autosaved`: typed by a person and not saved. */
export type RevisionKind = 'saved' | 'restored' | 'found' | 'autosaved';

/** Contents of a mailing or a template as they were at a time. */
export interface MailingRevisionTable {
  account_id: number;
  id: Id;
  /** Either this or the template is set. */
  mailing_id: number | null;
  template_id: number | null;
  kind: RevisionKind;
  /** Name of the person or program; null if it is not known. */
  author: string | null;
  /** The user whose it is; null for keys of programs. */
  user_id: number | null;
  /** The key of a program; null for users, whose sessions have a key each. */
  key_id: number | null;
  subject: string;
  parts: Json<RevisionParts>;
  /** Hash of the parts, by which equal ones are found. */
  hash: Bytes;
  /** Length of the parts in UTF-8. */
  bytes: number;
  /** Of drafts: version of the mailing that was changed. */
  seen_version: string | null;
  created_at: CreatedAt;
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

/** A file that goes with a mailing. */
export interface MailingAttachmentTable {
  account_id: number;
  mailing_id: number;
  id: Id;
  filename: string;
  /** With its parameters, as it stands in mails. */
  mime_type: string;
  /** OK, or what is wrong with the file. */
  diagnosis: string;
  content: Bytes;
  /** In bytes. */
  size: GeneratedAlways<number>;
  created_at: CreatedAt;
}

export type SpreadOption = 'hour' | 'weekdayhour' | 'uniform';

export type SpreadInterval = 'hour' | '30m' | '20m' | '15m' | '10m';

/** How a regular mailing is sent at its `schedule_time`. One of the three ends is there exactly when it is spread over a time. */
export interface MailingScheduleTable {
  account_id: number;
  mailing_id: number;
  state: 'scheduled' | 'fired' | 'misfired';
  /** The mailing's when it was scheduled; one that was changed after that is not sent. */
  content_version: number;
  /** What the user saw who has scheduled it; null if it was a program with a key. */
  version: string | null;
  /** How the sendout is spread; null when all mails go out at once. */
  dispatch_option: SpreadOption | 'localtime' | null;
  end_in_hours: number | null;
  end_in_days: number | null;
  end_at: Timestamp | null;
  /** Whether clicks tell when contacts respond, instead of openings. */
  clicks_as_reference: boolean;
  /** The third of the spread in which contacts get the mail who never responded. */
  waves_group: 1 | 2 | 3;
  uniform_interval: SpreadInterval | null;
  /** `0,3,5,17-21` in the time zone of the account; null when mails may go out in all hours. */
  allowed_hours: string | null;
  /** The user who has scheduled it; null if it was a program with a key. */
  scheduled_by: number | null;
  /** `YYYY-MM-DDTHH:MM` on the clock where each contact is; of `localtime` alone. */
  local_time: string | null;
  /** The custom field with the time zones of contacts; of `localtime` alone. */
  zone_field_id: number | null;
}

/** Trigger and target of a trigger mailing. */
export interface MailingDispatchingTable {
  account_id: number;
  mailing_id: number;
  /** To the contact of each event, to many at intervals, or by automation programs alone. */
  type: 'SINGLE' | 'MULTI' | 'EXTERNAL';
  /** Of MULTI. */
  target: 'EVENT' | 'CONTACTFILTER' | 'RSS' | null;
  /** The event: transactions of this type, or one that the service causes itself. */
  transaction_type_id: number | null;
  system_event: string | null;
  speed_level: 'LOW' | 'MEDIUM' | 'HIGH';
  /** Of MULTI. */
  repeat: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | null;
  day_of_month: number | null;
  /** 1 is Sunday. */
  day_of_week: number | null;
  hours: number | null;
  minutes: number | null;
  contact_filter_id: number | null;
  rss_feed_url: string | null;
  rss_unique_feature: 'DEFAULT' | 'PUBDATE' | 'TITLE' | 'LINK' | null;
  rss_order_by: 'PUBDATE' | 'TITLE' | 'LINK' | null;
  rss_order_asc: boolean | null;
  rss_min_new_entries: number | null;
  /** Mails to a contact in a calendar unit; 0: as many as come. */
  delivery_limit: Generated<number>;
  delivery_limit_unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | null;
}

/** The mailing that mails with contents of their own belong to. */
export interface TransactionalCarrierTable {
  account_id: number;
  mailing_id: number;
}
