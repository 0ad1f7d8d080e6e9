import type { Generated } from 'kysely';
import type { CreatedAt, Id, JsonDefault, Timestamp } from '../platform/database/columns.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    blacklist: BlacklistTable;
    blacklist_entry: BlacklistEntryTable;
    contact: ContactTable;
    contact_block: ContactBlockTable;
    custom_field: CustomFieldTable;
    erasure: ErasureTable;
    imported_contact: ImportedContactTable;
    profile_field: ProfileFieldTable;
    subscription: SubscriptionTable;
    unsubscription: UnsubscriptionTable;
    unsubscription_mark: UnsubscriptionMarkTable;
    unsubscription_reason: UnsubscriptionReasonTable;
  }
}

/** 1 none, 2 soi, 3 coi, 4 doi, 5 doi+, 6 other. */
export type Permission = 1 | 2 | 3 | 4 | 5 | 6;

export type BlockReason = 'blacklist' | 'bounce_policy';

/** By a link in a mail, by answering it, by the mail program, by a complaint; other is the API. */
export type UnsubscriptionSource = 'link' | 'reply' | 'other' | 'list-unsubscribe-header' | 'complaint';

export interface ContactPreference {
  name: string;
  category: string;
  value: string;
  source?: string;
  /** ISO 8601. */
  last_modified?: string;
}

export interface ContactTable {
  account_id: number;
  id: Id;
  /** As it was given. */
  email: string | null;
  /** The form that lookups compare. */
  email_folded: string | null;
  external_id: string | null;
  permission: Generated<Permission>;
  standard_fields: JsonDefault<Record<string, string | null>>;
  /** By the ids of the fields. */
  custom_fields: JsonDefault<Record<string, string | number | boolean | null>>;
  preferences: JsonDefault<ContactPreference[]>;
  /** Each once, whatever its case. */
  tags: Generated<string[]>;
  source: string | null;
  subscription_page: string | null;
  unsubscribed_at: Timestamp | null;
  unsubscribe_source: UnsubscriptionSource | null;
  blocked_at: Timestamp | null;
  block_reason: BlockReason | null;
  /** End of the block; null if it has none. */
  blocked_until: Timestamp | null;
  /** The contact wants no newsletters until then. */
  paused_until: Timestamp | null;
  /** Least number of days between two newsletters that the contact wants; null for no limit. */
  newsletter_days: number | null;
  anonymous: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

export interface CustomFieldTable {
  account_id: number;
  id: Id;
  name: string;
  type: string;
  created_at: CreatedAt;
}

/** A field that contacts see and change on their profile page; either a standard field or a custom one. */
export interface ProfileFieldTable {
  account_id: number;
  /** From 0, the order on the page. */
  position: number;
  standard_field: string | null;
  custom_field_id: number | null;
}

/** A contact that an import has stored; kept as long as the import. */
export interface ImportedContactTable {
  account_id: number;
  import_id: number;
  contact_id: number;
}

/** Contacts were erased: kept until the database is scrubbed, and the last of an account for outboxes that come back. */
export interface ErasureTable {
  account_id: number;
  id: Id;
  at: CreatedAt;
  /** Whether nothing of them is left in the database's own files. */
  scrubbed: Generated<boolean>;
}

export interface UnsubscriptionTable {
  account_id: number;
  id: Id;
  /** Null when the contact was erased. */
  contact_id: number | null;
  mailing_id: number | null;
  source: UnsubscriptionSource;
  at: CreatedAt;
}

export interface UnsubscriptionReasonTable {
  account_id: number;
  unsubscription_id: number;
  id: Id;
  type: string;
  /** The contact's own words. */
  message: string | null;
}

/** An address is marked as unsubscribed, or its mark was removed, whatever contacts have it. */
export interface UnsubscriptionMarkTable {
  account_id: number;
  /** SHA-256 of the account's secret and the address in its normal form. */
  address_hash: Uint8Array;
  marked: boolean;
  at: CreatedAt;
}

/** A contact was blocked or allowed again. */
export interface ContactBlockTable {
  account_id: number;
  id: Id;
  /** Null when the contact was erased. */
  contact_id: number | null;
  old_status: 'allowed' | 'blocked';
  new_status: 'allowed' | 'blocked';
  reason: BlockReason;
  /** Why in words, such as the bounces that led to it. */
  explanation: string | null;
  /** When the block ends, or ended by itself; null if it has no end, or was ended by somebody. */
  until: Timestamp | null;
  at: CreatedAt;
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
