import type { AutomationStep, MailEventType } from '@mailwright/server';
import type { Generated } from 'kysely';
import type { OutcomeReason } from '../outcomes/index.ts';
import type { Bytes, CreatedAt, Id, Json, JsonDefault, Timestamp } from '../platform/database/columns.ts';
import type { AccountEvent } from '../platform/events/publish.ts';
import type { WatchRule } from '../platform/events/watch.ts';
import type { Sealed } from '../platform/secrets/sealed.ts';

/** Why a step of a program can do nothing for anybody. */
export type StepFault = Extract<
  OutcomeReason['code'],
  | 'trigger_mailing_missing'
  | 'trigger_mailing_inactive'
  | 'segment_deleted'
  | 'field_deleted'
  | 'value_refused'
  | 'tags_full'
  | 'program_inactive'
  | 'user_missing'
  | 'webhook_missing'
>;

declare module '../platform/database/schema.ts' {
  interface Schema {
    automation_program: AutomationProgramTable;
    automation_idle_step: AutomationIdleStepTable;
    automation_intake: AutomationIntakeTable;
    automation_member: AutomationMemberTable;
    automation_run: AutomationRunTable;
    automation_start: AutomationStartTable;
    automation_step_count: AutomationStepCountTable;
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
    webhook_progress: WebhookProgressTable;
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

/** How often contacts have taken a step of a program, and how often it did nothing for them. */
export interface AutomationStepCountTable {
  account_id: number;
  program_id: number;
  version: number;
  step: number;
  /** Empty for the times at which the step was taken, whatever it did. */
  idle_reason: Generated<string>;
  contacts: number;
  /** Those of them that went the way of contacts that match. */
  matching: Generated<number>;
  /** Contacts that have reached the goal of the program before the step. */
  goals: Generated<number>;
  /** Contacts that have left early by the exit rule of the program before the step. */
  exits: Generated<number>;
  /** Contacts that another program has taken out before the step. */
  removals: Generated<number>;
}

/** A step of a program that did nothing for a contact, and why. */
export interface AutomationIdleStepTable {
  account_id: number;
  id: Id;
  program_id: number;
  version: number;
  step: number;
  contact_id: number;
  reason: StepFault;
  at: Timestamp;
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
  content?: string | undefined;
  author?: string | undefined;
  categories?: string | undefined;
  image?: string | undefined;
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
  /** Contacts begin it on the day of a date in a field. */
  start_date: Json<StartDate> | null;
  /** The day that is started next, in the account's time zone; null unless a released program has such a date. */
  start_day: Day | null;
  /** The last contact by id that was looked at for this day. */
  start_after: Generated<number>;
  /** Contacts begin it when this happens to them. */
  start_on: Json<StartOn> | null;
  /** While those begin who were there already: the last contact by id that has; null before and afterwards. */
  existing_after: number | null;
  /** The last of them by id. */
  existing_until: number | null;
  /** While contacts begin who enter or leave a segment: the last contact by id that this comparison has looked at. */
  compared_after: number | null;
  /** When this comparison has begun. */
  comparing_since: Timestamp | null;
  /** In the first comparison: contacts up to this id were there before, so that what it finds is nothing new. */
  settled_until: number | null;
  /** While contacts are taken over from older versions: the version that takes them over. */
  takeover_version: number | null;
  /** Only contacts of this contact filter begin. */
  start_filter_id: number | null;
  /** Contacts that have begun it once never begin it again. */
  start_once: Generated<boolean>;
  /** Days after which contacts may begin it again; null if they may as soon as they have come to its end. */
  again_after_days: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  /** The user who has saved it last; null for a program with a key, and for the command line. */
  saved_by: number | null;
}

/** A day as `YYYY-MM-DD`. */
export type Day = string;

/** A date in a field of contacts, and when they begin a program because of it. */
export interface StartDate {
  /** Name of a standard field, or id of a custom one, so that it may be renamed. */
  field: string;
  is_customfield: boolean;
  /** Days after the date; before it if negative. */
  days: number;
  /** Whether each anniversary counts, or the date alone. */
  repeat: 'yearly' | 'once';
  /** Of the day, in the account's time zone. */
  hour: number;
}

/** What happens to contacts that begin a program upon it. */
export type StartOn = WatchRule & {
  /** Whether those begin too who were there, or in the segment, when the program was released. */
  existing?: boolean;
};

/** Contacts of a contact filter for whom somebody has started a program, while they begin. */
export interface AutomationIntakeTable {
  account_id: number;
  id: Id;
  program_id: number;
  filter_id: number;
  /** The last contact by id that was looked at. */
  after_id: number;
  /** The last one by id that was there. */
  until_id: number;
}

/** A contact that was in the segment of a program when contacts were compared last. */
export interface AutomationMemberTable {
  account_id: number;
  program_id: number;
  contact_id: number;
}

/**
 * A contact to which something has happened that a program watches for, or whom another program sends, and that has not begun it yet; or
 * that is to leave it.
 */
export interface AutomationStartTable {
  account_id: number;
  id: Id;
  program_id: number;
  /** May have been erased. */
  contact_id: number;
  /** Whether the contact leaves the program. */
  leaves: Generated<boolean>;
}

export interface AutomationVersionTable {
  account_id: number;
  program_id: number;
  version: number;
  /** As in the API, but custom fields are named by their ids. */
  steps: Json<AutomationStep[]>;
  /** By what contacts are drawn at branches by chance that older versions have, too. */
  draws: JsonDefault<BranchDraws>;
  /** Contacts that match this contact filter leave the program: they have reached its goal. */
  goal_filter_id: number | null;
  /** Contacts that match this contact filter leave the program early. */
  exit_filter_id: number | null;
}

/** By the index of a branch by chance: what it is called in draws, so that contacts go the same way in all versions that have it. */
export type BranchDraws = Record<number, string>;

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
  /** Since when the next step waits for something; null if it does not. */
  waits_since: Timestamp | null;
  started_at: Timestamp;
  ended_at: Timestamp | null;
  /** Why the contact has left before the end: the goal, the exit rule or another program; null otherwise. */
  left_by: EarlyLeave | 'program' | null;
  /** The date, or its anniversary, for which the contact has begun; null if it has begun for another reason. */
  for_date: Day | null;
  /** The last steps that the contact has taken, the first one first. */
  passed: JsonDefault<PassedStep[]>;
  /** The versions that the contact went through before it was taken over, the first one first. */
  earlier_versions: JsonDefault<EarlierVersion[]>;
}

/** Why a program itself has a contact leave before its end. */
export type EarlyLeave = 'goal' | 'exit';

/** A version of a program in which a contact has taken steps, and how many steps it had taken in all when it was taken over. */
export interface EarlierVersion {
  version: number;
  taken: number;
}

/** A step of a program that a contact has taken: short names, since a run may have many. */
export interface PassedStep {
  /** Its index. */
  step: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether the contact went the way of those who match; absent for steps without two ways. */
  matching?: boolean;
  /** Why it has done nothing. */
  idle?: StepFault;
}

/** An address that is called when something happens. */
export interface WebhookTable {
  account_id: number;
  id: Id;
  url: string;
  events: (AccountEvent['type'] | 'mail_events')[];
  active: boolean;
  /** Added to the URL: the name, and where the value comes from. */
  url_parameters: JsonDefault<UrlParameter[]>;
  /** Sent with the contact. */
  standard_fields: Generated<string[]>;
  /** Ids of those that are sent with the contact; some may have been deleted. */
  custom_fields: Generated<number[]>;
  /** Names of data of the event that are sent; none means all. */
  event_fields: Generated<string[]>;
  /** Types of the events of mails that are sent; none means all. */
  mail_event_types: Generated<MailEventType[]>;
  /** Ids of the mailings whose events of mails are sent; none means all. */
  mail_event_mailings: Generated<number[]>;
  /** Events of mails in a request, 1 to 100. */
  mail_event_batch: Generated<number>;
  /** The key of the signatures. */
  secret: Sealed;
  created_at: CreatedAt;
}

/** How far a webhook has sent events of mails: a place in the journal (`Place`), null until it was looked for. */
export interface WebhookProgressTable {
  account_id: number;
  webhook_id: number;
  /** Counts how often it has begun anew. */
  round: Generated<number>;
  /** It sends what was recorded since then. */
  begins_at: Timestamp;
  position: number | null;
  /** How many events of the entry are sent; null if all are. */
  events: number | null;
  entry: number | null;
  recorded_at: Timestamp | null;
  read_at: Timestamp | null;
  /** Events of the request that was not taken; null if none waits. */
  pending: number | null;
  /** How often it was tried. */
  attempts: Generated<number>;
  /** Of the last answer. */
  status: number | null;
  next_attempt_at: Timestamp | null;
  /** Events were deleted before they were sent; only a new round goes on. */
  gap: Generated<boolean>;
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
