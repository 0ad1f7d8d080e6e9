import type { Generated } from 'kysely';
import type { CreatedAt, Id, Timestamp } from '../platform/database/columns.ts';
import type { Sealed } from '../platform/secrets/sealed.ts';
import type { OccasionKey } from './occasion.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    archived_total: ArchivedTotalTable;
    bounce: BounceTable;
    click: ClickTable;
    conversion: ConversionTable;
    conversion_goal: ConversionGoalTable;
    conversion_site: ConversionSiteTable;
    delivery: DeliveryTable;
    link: LinkTable;
    opening: OpeningTable;
    reader: ReaderTable;
    tracking_key: TrackingKeyTable;
    unattributed_conversion: UnattributedConversionTable;
  }
}

/** A mail that was handed over. Written once, never changed but for the contact. */
export interface DeliveryTable {
  account_id: number;
  id: Id;
  mailing_id: number;
  /** Null when the contact was erased. */
  contact_id: number | null;
  /** Occasion of the mail of a trigger mailing; empty for a mailing that a contact gets once. */
  occasion: Generated<OccasionKey>;
  message_id: string;
  /** `recipientId` of the mail's key; null in mails older than tokens. */
  number: number | null;
  sent_at: Timestamp;
  recorded_at: CreatedAt;
}

export type LinkType = 'STANDARD' | 'ONLINE_VERSION' | 'DOI_CONFIRMATION' | 'ICAL' | 'PROPERTY_UPDATE' | 'DOWNLOAD';

/** A tracked link of a mailing. */
export interface LinkTable {
  account_id: number;
  id: Id;
  mailing_id: number;
  url: string;
  type: Generated<LinkType>;
  tags: Generated<string[]>;
  format: Generated<MailFormat>;
  /** Among the links of its format, from 0. */
  position: Generated<number>;
  /** Visible text; empty if unknown. */
  label: Generated<string>;
}

/** A secret of an account that the tokens in tracked addresses are made with. */
export interface TrackingKeyTable {
  account_id: number;
  /** From 1, the newest is the highest. */
  number: number;
  secret: Sealed;
  created_at: CreatedAt;
}

/**
 * Who opened or clicked in a mailing: a contact, or the bearer of a mail that is tracked anonymously. One row for each
 * of them and mailing. Counts and times are without machines, and a click is an opening.
 */
export interface ReaderTable {
  account_id: number;
  id: Id;
  mailing_id: number;
  /** Null for an anonymous reader, and when the contact was erased. */
  contact_id: number | null;
  /** Random alias in an anonymous mail, stored nowhere else. */
  alias: string | null;
  openings: Generated<number>;
  clicks: Generated<number>;
  last_opened_at: Timestamp | null;
  last_clicked_at: Timestamp | null;
}

/** Whether a person did it; `suspect` counts as one, `machine` does not. */
export type EventClass = 'human' | 'suspect' | 'machine';

export type MailFormat = 'html' | 'text';

export type DeviceType = 'UNKNOWN' | 'COMPUTER' | 'TABLET' | 'MOBILE';

interface EventTable {
  account_id: number;
  id: Id;
  reader_id: number;
  mailing_id: number;
  /** As that of the delivery. */
  occasion: Generated<OccasionKey>;
  at: Timestamp;
  recorded_at: CreatedAt;
  class: EventClass;
  /** The one that counts as unique. */
  first: boolean;
  format: MailFormat;
  device_type: Generated<DeviceType>;
  user_agent: string | null;
}

export interface OpeningTable extends EventTable {
  /** The pixel was loaded, or a click implies it. */
  source: Generated<'pixel' | 'click'>;
}

export interface ClickTable extends EventTable {
  link_id: number;
}

/** Totals of a mailing's events that are no longer stored one by one. */
export interface ArchivedTotalTable {
  account_id: number;
  mailing_id: number;
  deliveries: Generated<number>;
  openings: Generated<number>;
  unique_openings: Generated<number>;
  clicks: Generated<number>;
  unique_clicks: Generated<number>;
  bounces: Generated<number>;
  permanent_bounces: Generated<number>;
  /** Mails that bounced, each once. */
  bounced_mails: Generated<number>;
}

/** Why a mail was not delivered. */
export type BounceReason =
  | 'mailbox-unknown'
  | 'host-unknown'
  | 'moved'
  | 'accepts-no-mail'
  | 'mailbox-full'
  | 'mailbox-disabled'
  | 'too-big'
  | 'sender-rejected'
  | 'authentication'
  | 'reverse-dns'
  | 'spam'
  | 'virus'
  | 'content'
  | 'blocked'
  | 'policy'
  | 'rate'
  | 'relaying'
  | 'network'
  | 'expired'
  | 'protocol'
  | 'system'
  | 'undefined';

/** A mail came back, or was refused for good when it was handed over. */
export interface BounceTable {
  account_id: number;
  id: Id;
  mailing_id: number;
  /** Null when the contact was erased. */
  contact_id: number | null;
  occasion: Generated<OccasionKey>;
  at: Timestamp;
  type: 'permanent' | 'transient';
  /** Enhanced status code (RFC 3463). */
  status_code: string;
  reason: Generated<BounceReason>;
  /** The receiving server, at hand-over or to our listener; or a mail to the return address. */
  source: 'mta-listener' | 'reply';
  /** Identifies the notification. */
  fingerprint: string;
}

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

/** A goal was reached by a contact of an experiment, and no mailing led to it. */
export interface UnattributedConversionTable {
  account_id: number;
  site_id: number;
  /** Unique on the site. */
  order_id: string;
  goal_id: number;
  contact_id: number;
  /** Exact decimal. */
  value: string;
  at: Timestamp;
}

export type TrackingStrategy = 'none' | 'anonymous' | 'single-recipient' | 'highest-permission';
