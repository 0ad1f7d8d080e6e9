import type { Generated, GeneratedAlways } from 'kysely';
import type { Bytes, CreatedAt, Id, Timestamp } from './columns.ts';

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

/** How a regular mailing is sent at its `schedule_time`. One of the three ends is there exactly when there is an option. */
export interface MailingScheduleTable {
  account_id: number;
  mailing_id: number;
  state: 'scheduled' | 'fired' | 'misfired';
  /** The mailing's when it was scheduled; one that was changed after that is not sent. */
  content_version: number;
  /** How the sendout is spread; null when all mails go out at once. */
  dispatch_option: SpreadOption | null;
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
