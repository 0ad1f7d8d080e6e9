// More than 400 lines: the tables of sending, which refer to each other.
import type { Experiment, ExperimentDecision } from '@mailwright/server';
import type { Generated } from 'kysely';
import type { Account } from '../account/index.ts';
import type { CustomFields } from '../people/index.ts';
import type { CreatedAt, Id, Json, JsonDefault, Timestamp } from '../platform/database/columns.ts';
import type { OccasionKey } from '../tracking/index.ts';
import type { Disposition, PublishedPolicy } from './domain-reports/reading/report.ts';
import type { MailStanding } from './domain-reports/standing.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    answer: AnswerTable;
    bounce_source: BounceSourceTable;
    domain_report: DomainReportTable;
    experiment: ExperimentTable;
    experiment_contact: ExperimentContactTable;
    experiment_variant: ExperimentVariantTable;
    mail_source: MailSourceTable;
    receiver_pace: ReceiverPaceTable;
    mailing_seal: MailingSealTable;
    mailing_sign_off: MailingSignOffTable;
    recipient: RecipientTable;
    recipient_batch: RecipientBatchTable;
    relay: RelayTable;
    reported_domain: ReportedDomainTable;
    sending_limit: SendingLimitTable;
    sendout: SendoutTable;
    sendout_alarm: SendoutAlarmTable;
    spared_contact: SparedContactTable;
    sunset_contact: SunsetContactTable;
    sunset_policy: SunsetPolicyTable;
    tls_session: TlsSessionTable;
  }
}

/** What an answer to a mail is. */
export type AnswerKind = 'human' | 'unsubscribe' | 'out_of_office' | 'challenge' | 'automatic';

/** An answer of a contact to a mail. */
export interface AnswerTable {
  account_id: number;
  id: Id;
  mailing_id: number;
  /** Null when the contact was erased. */
  contact_id: number | null;
  occasion: OccasionKey;
  at: Timestamp;
  kind: AnswerKind;
  forwarded: boolean;
  /** Identifies the answer among those to the mailing. */
  fingerprint: string;
}

/** A way in for bounces beside the SMTP port, of the whole service: `mailbox`, or a provider that posts its events. */
export interface BounceSourceTable {
  name: string;
  read_at: Timestamp | null;
  failed_at: Timestamp | null;
  /** Why it failed last. */
  failure: string | null;
}

/** A regular mailing on its way to its target group. */
export interface SendoutTable {
  account_id: number;
  mailing_id: number;
  queued_at: CreatedAt;
  /** When the recipients were fixed. */
  frozen_at: Timestamp | null;
  /** How many there were then. */
  recipients: number | null;
  /** Contacts of the target group that are no recipients, counted by reason. */
  removed: JsonDefault<Record<string, number>>;
  finished_at: Timestamp | null;
  /** The user who has started or scheduled it; null for a program with a key, and for the command line. */
  started_by: number | null;
  /** By number, with recipients; null unless it is sent at a time of the clock where each contact is. */
  waves: Json<(SendoutWave & { recipients: number })[]> | null;
}

/** Contacts who get a mailing at one time. */
export interface SendoutWave {
  /** ISO 8601. */
  at: string;
  /** By a time zone of their own, or by that of the account: without a value, or with one that is no name of a zone. */
  kind: 'zone' | 'no_zone' | 'unknown_zone';
  /** Values of the field, in their order; the first hundred. */
  zones: string[];
  /** Whether it is on another day than the schedule says. */
  nextDay: boolean;
}

/**
 * What can be wrong with a sendout: recipients report it as spam, mailboxes do not exist, receivers do not want the mails, or
 * they refuse the sender.
 */
export type AlarmCause = 'complaints' | 'bounces' | 'blocks' | 'refusals';

/** Events of a sendout that were more than an account wants, of all its mails or of those to one receiver. */
export interface SendoutAlarmTable {
  account_id: number;
  mailing_id: number;
  cause: AlarmCause;
  /** A provider, or a domain; empty for all mails. */
  receiver: string;
  level: 'warned' | 'paused';
  /** How many there were when it was found, or when a person resumed the sendout last, and of how many mails. */
  events: number;
  mails: number;
  found_at: Generated<Date>;
}

/** Why a contact is spared a newsletter that it may get. */
export type SparingReason = 'pressure' | 'frequency' | 'responded' | 'resting';

/** A contact who was spared a newsletter. The id stays when the contact is erased. */
export interface SparedContactTable {
  account_id: number;
  id: Id;
  mailing_id: number;
  contact_id: number;
  reason: SparingReason;
  at: CreatedAt;
}

/** When contacts of an account without activity get a last mail and rest. */
export interface SunsetPolicyTable {
  account_id: number;
  active: boolean;
  /** Days without activity of a person. */
  days: number;
  /** Whether there is a last mail; without one, contacts rest at once. */
  sends: boolean;
  /** The last mail; null as well if it was deleted. */
  mailing_id: number | null;
  /** Days from the last mail to the rest. */
  wait_days: number;
  /** Contacts who are asked on one day. */
  daily_limit: number;
  /** Planned begin of the next round, or of the one that is under way; null while the policy is off. */
  next_at: Timestamp | null;
  /** Id of the last contact that the round has looked at. */
  looked_to: Generated<number>;
  /** Contacts whom the round has asked. */
  asked: Generated<number>;
}

/** A contact that was found to be without activity. What it does later wakes it, also while this row is there. */
export interface SunsetContactTable {
  account_id: number;
  contact_id: number;
  asked_at: Timestamp;
  /** The last mail; null without one, or if it was deleted. */
  mailing_id: number | null;
  /** Begin of the rest; null before it. */
  rests_at: Timestamp | null;
  /** When somebody has woken the contact by hand. */
  woken_at: Timestamp | null;
}

/** Variants of a mailing that are tried on parts of one target group. */
export interface ExperimentTable {
  account_id: number;
  id: Id;
  name: string;
  state: Generated<Experiment['state']>;
  stop_reason: NonNullable<Experiment['stop_reason']> | null;
  criterion: Experiment['criterion'];
  /** Percent of the target group that is divided among the variants. */
  share: number;
  /** Percent that gets nothing. */
  holdout: number;
  /** From the first try of the last contact of the test to the decision. */
  hours: number;
  /** Random; with it, contacts are drawn. */
  seed: number;
  /** Contacts who might get its mailings when they were drawn. */
  contacts: number | null;
  /** Those of them who get nothing. */
  held_out: number | null;
  started_at: Timestamp | null;
  drawn_at: Timestamp | null;
  decision: ExperimentDecision['kind'] | null;
  chosen_id: number | null;
  p_value: number | null;
  decided_at: Timestamp | null;
  /** Figures of the test when it was decided. */
  figures: Json<TestFigures[]> | null;
  /** When the chosen mailing goes to everybody else; null for at once. */
  rest_at: Timestamp | null;
  /** Further contacts who got the chosen mailing; null before they were fixed. */
  rest_contacts: number | null;
  created_at: CreatedAt;
}

export interface ExperimentVariantTable {
  account_id: number;
  experiment_id: number;
  /** From 0. */
  position: number;
  mailing_id: number;
  /** Contacts who were drawn for it. */
  contacts: number | null;
  /** `HH:MM` of the account's time zone at which it is sent; null for at once. */
  send_time: string | null;
  /** When it is sent to its part; null for at once, and before the start. */
  starts_at: Timestamp | null;
  /** Its figures when its time was over, while other variants are still tested. */
  figures: Json<TestFigures> | null;
}

/** A contact who was drawn. The id stays when the contact is erased. */
export interface ExperimentContactTable {
  account_id: number;
  experiment_id: number;
  contact_id: number;
  /** Position of the variant; -1 for the holdout. */
  part: number;
}

/** Figures of a variant in the test, without events of machines. */
export interface TestFigures {
  mailing_id: number;
  position: number;
  contacts: number;
  /** Mails that were handed over. */
  recipients: number;
  opened: number;
  clicked: number;
  converted: number;
  /** Exact decimal. */
  revenue: string;
  /** Contacts whose conversions have a value other than 0 together; absent from figures of older versions. */
  buyers?: number;
  /** Sum of the squares of what each contact has spent; absent from figures of older versions. */
  revenue_squares?: number;
}

/** Values of the account that mails are made of. */
export interface SealedSources {
  account: Pick<Account, 'domain' | 'name' | 'time_zone'>;
  placeholders: [key: string, value: string][];
  customFields: [name: string, field: NonNullable<ReturnType<CustomFields['get']>>][];
}

/** What a sealed mailing sends that is not its own. */
export interface MailingSealTable {
  account_id: number;
  mailing_id: number;
  /** `seals/version.ts`. */
  version: string;
  sources: Json<SealedSources>;
  sealed_at: CreatedAt;
}

/** A user who stands for a mailing as it was then. */
export interface MailingSignOffTable {
  account_id: number;
  mailing_id: number;
  user_id: number;
  content_version: number;
  /** Hash of the target group and its rules. */
  audience: string;
  /** What the user saw (`seals/version.ts`); null if an older version of the service took the sign-off. */
  version: string | null;
  signed_at: CreatedAt;
}

/** State of a mail; `in_flight` from the moment at which it may be handed over. */
export type RecipientState = 'pending' | 'in_flight' | 'deferred' | 'sent' | 'failed' | 'skipped';

/**
 * Purpose of a mail: a sendout, an event, a step of a program, a double opt-in, a test or approval of a mailing, or a single
 * mail of a program.
 */
export type MailPurpose = 'campaign' | 'trigger' | 'automation' | 'opt-in' | 'test' | 'approval' | 'transactional';

/** A mail to one contact, of whatever purpose. */
export interface RecipientTable {
  account_id: number;
  id: Id;
  mailing_id: number;
  /** Stays when the contact is erased; 0 for a test mail to somebody who is no contact. */
  contact_id: number;
  /** Empty for a sendout. */
  occasion: Generated<OccasionKey>;
  purpose: Generated<MailPurpose>;
  /** Address of a test mail or a transactional one, in place of the contact's. */
  address: string | null;
  state: Generated<RecipientState>;
  /** Raised each time that the mail goes in flight: what an earlier flight reports later counts no more. */
  attempt: Generated<number>;
  /** How often the server has put it off. */
  deferrals: Generated<number>;
  /** How often a relay may have taken it without saying so; processes that were killed do not count. */
  uncertain: Generated<number>;
  first_tried_at: Timestamp | null;
  /** When a deferred mail is tried again. */
  next_at: Timestamp | null;
  /** SMTP reply code of the last refusal. */
  code: number | null;
  /** Why it was skipped, or the server's words. */
  reason: string | null;
  /** Of a sendout by local time: its place among the waves, from 0. */
  wave: number | null;
}

/** Recipients that one process works on at a time; the row is deleted when all of them have come to an end. */
export interface RecipientBatchTable {
  account_id: number;
  id: Id;
  mailing_id: number;
  occasion: Generated<OccasionKey>;
  purpose: Generated<MailPurpose>;
  /** Batches of lower numbers are claimed first. */
  priority: Generated<number>;
  contact_ids: number[];
  due_at: CreatedAt;
  /** The process that works on it. */
  owner: string | null;
  /** Raised by each claim. */
  attempt: Generated<number>;
  /** End of the owner's lease. */
  lease_until: Timestamp | null;
}

/** How many mails may go out to a domain, and what is left of that, for all processes. */
export interface SendingLimitTable {
  account_id: number;
  /** Empty for all mails of the account. */
  domain: string;
  per_minute: number | null;
  per_day: number | null;
  /** Mails that may go now, in fractions. */
  tokens: number;
  filled_at: Timestamp;
  /** YYYY-MM-DD in the account's zone. */
  day: string;
  sent_on_day: Generated<number>;
}

/** An SMTP server that mails are sent through. */
export interface RelayTable {
  id: Id;
  name: string;
  /** URL without a password; null for the relay `default`, whose address each process has from `--smtp`. */
  address: string | null;
  /** Source of the password: `file:` with a path, or `env:` with the name of an environment variable. */
  password_source: string | null;
  /** Whether mails are sent over encrypted connections only. */
  require_tls: Generated<boolean>;
  /** Whether mails are signed with the keys of the process. */
  dkim: Generated<boolean>;
  /** Name of the key that signs all mails, `selector._domainkey.domain`; null for those of the senders' domains. */
  dkim_key: string | null;
  /** Relays of a lower rank are used first. */
  rank: number;
  /** Share of the mails among relays of the same rank. */
  weight: Generated<number>;
  /** Null for those of the address. */
  connections: number | null;
  /** The only accounts, mailings and recipient domains whose mails it takes; empty for all. */
  account_ids: Generated<number[]>;
  mailing_ids: Generated<number[]>;
  domains: Generated<string[]>;
  /** When other accounts or mailings may have used it last; null if its rules have been the same from the beginning. */
  rules_changed_at: Timestamp | null;
  per_minute: number | null;
  per_day: number | null;
  /** Mails that may go now, in fractions. */
  tokens: Generated<number>;
  filled_at: CreatedAt;
  /** YYYY-MM-DD in UTC. */
  day: Generated<string>;
  sent_on_day: Generated<number>;
  /** Mails that receivers deferred on this day. */
  deferred_on_day: Generated<number>;
  /** Mails on each day of its warm-up; null without one. */
  warm_up: number[] | null;
  /** The day of the warm-up, from 1 on; beyond its last one when it is over. */
  warm_up_day: Generated<number>;
  /** Share of the mails of the day before that were deferred, if the warm-up did not go on because of it. */
  slowed_share: number | null;
  /** Mails that it has taken, and attempts for which it was not available. */
  mails: Generated<number>;
  failures: Generated<number>;
  /** Null unless the last process that sent through it found it not available. */
  down_since: Timestamp | null;
  down_until: Timestamp | null;
  down_reason: string | null;
}

/** How fast mails go over a relay to a receiver that has asked for fewer, and what is left of that, for all processes. */
export interface ReceiverPaceTable {
  relay_id: number;
  /** A provider, or a domain. */
  receiver: string;
  /** Mails per minute at which it asked. */
  ceiling: number;
  /** Since when the rate grows again. */
  slowed_at: Timestamp;
  /** Mails that may go now, in fractions. */
  tokens: number;
  filled_at: Timestamp;
  /** When it asked last, and its words. */
  asked_at: Timestamp;
  reason: string;
}

/** A report of a receiver that was read, so that it counts once. */
export interface DomainReportTable {
  account_id: number;
  kind: 'dmarc' | 'tls';
  reporter: string;
  report_id: string;
  /** Domain and begin, because some receivers give the reports of several days or domains one id. */
  domain: string;
  begins_at: Timestamp;
  /** Day in UTC, as in the other tables of reports. */
  day: string;
  received_at: CreatedAt;
}

/** A day of a sender domain that DMARC reports are about. */
export interface ReportedDomainTable {
  account_id: number;
  domain: string;
  day: string;
  reports: number;
  /** The policy that a receiver found last; null if none could be read. */
  policy: PublishedPolicy | null;
}

/** Mails of a domain from one address on a day. */
export interface MailSourceTable {
  account_id: number;
  domain: string;
  day: string;
  /** IP address; `others` for all sources beyond those that a day has room for. */
  address: string;
  standing: MailStanding;
  dkim: boolean;
  spf: boolean;
  disposition: Disposition;
  /** A domain of another owner that the mails prove. */
  proven_by: string | null;
  messages: number;
}

/** Connections to the mail servers of a domain on a day. */
export interface TlsSessionTable {
  account_id: number;
  domain: string;
  day: string;
  /** `success`, or a result type of RFC 8460, section 4.3. */
  result: string;
  sessions: number;
}
