import type { AutomationStep } from '@mailwright/server';
import type { Generated } from 'kysely';
import type { Bytes, CreatedAt, Id, Json, JsonDefault, Timestamp } from '../platform/database/columns.ts';
import type { AccountEvent } from '../platform/events/publish.ts';
import type { Sealed } from '../platform/secrets/sealed.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    automation_program: AutomationProgramTable;
    automation_run: AutomationRunTable;
    automation_version: AutomationVersionTable;
    opt_in_request: OptInRequestTable;
    opt_in_token: OptInTokenTable;
    transaction: TransactionTable;
    transaction_attachment: TransactionAttachmentTable;
    transaction_attribute: TransactionAttributeTable;
    transaction_type: TransactionTypeTable;
    trigger_feed_item: TriggerFeedItemTable;
    trigger_run: TriggerRunTable;
    webhook: WebhookTable;
    webhook_event: WebhookEventTable;
  }
}

/** A contact was asked to confirm a permission: what was asked when and where, and the evidence of the answer. */
export interface OptInRequestTable {
  account_id: number;
  id: Id;
  contact_id: number;
  /** The double-opt-in mailing; null when it was deleted. */
  mailing_id: number | null;
  /** Case-folded address of the mail; its links are valid for this address only. */
  email_folded: string;
  /** Permission of the contact after confirmation. */
  permission: 4 | 5;
  requested_at: CreatedAt;
  /** Without its last part, as all addresses of machines. */
  requested_ip: string | null;
  page: string | null;
  source: string | null;
  /** Sign-ups ask also those who have the permission: there is more to confirm, and nobody learns who is known. */
  by_form: Generated<boolean>;
  /** A newer request has taken its place. */
  replaced_at: Timestamp | null;
  confirmed_at: Timestamp | null;
  confirmed_ip: string | null;
  user_agent: string | null;
}

/** Each attempt to send a mail has a link of its own, so that no token has to be kept. */
export interface OptInTokenTable {
  account_id: number;
  request_id: number;
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
  /** Items of the feed in the mail; null if it has no feed or there were no new items. */
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

/** A kind of transactions. */
export interface TransactionTypeTable {
  account_id: number;
  id: Id;
  /** Unique in the account, compared exactly. */
  name: string;
  description: string | null;
  /** Days that transactions are kept; null means for ever. */
  archiving_days: number | null;
  /** Transactions are only kept, and start nothing. */
  store_only: Generated<boolean>;
  created_at: CreatedAt;
}

export type AttributeType = 'string' | 'double' | 'float' | 'integer' | 'boolean' | 'timestamp' | 'date' | 'json';

export interface TransactionAttributeTable {
  account_id: number;
  type_id: number;
  id: Id;
  name: string;
  type: AttributeType;
  required: Generated<boolean>;
  description: string | null;
}

/** Something that happened to a contact. */
export interface TransactionTable {
  account_id: number;
  id: Id;
  type_id: number;
  /** Null when the contact was erased. */
  contact_id: number | null;
  /** Its id for clients; also the occasion of the mails that it causes. */
  key: string;
  content: JsonDefault<Record<string, unknown>>;
  at: CreatedAt;
}

/** A file that goes with the mails of a transaction. */
export interface TransactionAttachmentTable {
  account_id: number;
  transaction_id: number;
  position: number;
  filename: string;
  mime_type: string;
  content: Bytes;
}

export interface AutomationProgramTable {
  account_id: number;
  id: Id;
  /** Unique in the account. */
  name: string;
  state: 'draft' | 'released';
  /** The newest one, with which contacts begin. */
  version: Generated<number>;
  /** Contacts begin it upon transactions of this type. */
  transaction_type_id: number | null;
  /** Contacts begin it upon this event of the service. */
  system_event: string | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

export interface AutomationVersionTable {
  account_id: number;
  program_id: number;
  version: number;
  /** As in the API, but custom fields are named by their ids. */
  steps: Json<AutomationStep[]>;
}

/** A contact that goes through a program, or went. */
export interface AutomationRunTable {
  account_id: number;
  id: Id;
  program_id: number;
  version: number;
  contact_id: number;
  /** The one to take next, from 0. */
  step: Generated<number>;
  /** How many steps were taken. */
  taken: Generated<number>;
  /** When the next step is to be taken. */
  due_at: Timestamp;
  started_at: Timestamp;
  ended_at: Timestamp | null;
}

/** An address that is called when something happens. */
export interface WebhookTable {
  account_id: number;
  id: Id;
  url: string;
  events: AccountEvent['type'][];
  active: boolean;
  /** Added to the URL: the name, and where the value comes from. */
  url_parameters: JsonDefault<UrlParameter[]>;
  /** Sent with the contact. */
  standard_fields: Generated<string[]>;
  /** Ids of those that are sent with the contact; some may have been deleted. */
  custom_fields: Generated<number[]>;
  /** Names of data of the event that are sent; none means all. */
  event_fields: Generated<string[]>;
  /** The key of the signatures. */
  secret: Sealed;
  created_at: CreatedAt;
}

/** A parameter that a webhook adds to its URL. */
export type UrlParameter =
  | { name: string; standard: string }
  | { name: string; custom: number }
  | { name: string; text: string };

/** An event for one webhook, written together with what happened. */
export interface WebhookEventTable {
  account_id: number;
  id: Id;
  webhook_id: number;
  type: AccountEvent['type'];
  /** Its address is looked up at delivery: an erased contact leaves nothing here. */
  contact_id: number | null;
  /** Data of the event besides type, time and contact. */
  content: Json<Record<string, unknown>>;
  attempts: Generated<number>;
  /** Of the last answer. */
  status: number | null;
  /** Null when it was taken, or given up. */
  next_attempt_at: Timestamp | null;
  created_at: CreatedAt;
}
