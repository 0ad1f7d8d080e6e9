import type { Kysely } from 'kysely';
import type {
  AccountTable,
  ApiKeyTable,
  AuditEntryTable,
  ConsoleSessionTable,
  IdempotencyKeyTable,
} from './schema/accounts.ts';
import type {
  ArchivedTotalTable,
  BounceTable,
  ClickTable,
  DeliveryTable,
  LinkTable,
  OpeningTable,
  ReaderTable,
  TrackingKeyTable,
} from './schema/activity.ts';
import type {
  ContactFilterMailingTable,
  ContactFilterMemberTable,
  ContactFilterTable,
  TargetGroupTable,
} from './schema/audiences.ts';
import type { AutomationProgramTable, AutomationRunTable, AutomationVersionTable } from './schema/automation.ts';
import type {
  ContactBlockTable,
  ContactTable,
  CustomFieldTable,
  ErasureTable,
  ProfileFieldTable,
  UnsubscriptionReasonTable,
  UnsubscriptionTable,
} from './schema/contacts.ts';
import type { ConversionGoalTable, ConversionSiteTable, ConversionTable } from './schema/conversions.ts';
import type { MailingAttachmentTable, MailingDispatchingTable, MailingScheduleTable } from './schema/dispatch.ts';
import type {
  BlacklistEntryTable,
  BlacklistTable,
  MailingBlacklistExpressionTable,
  MailingBlacklistTable,
  MailingBlacklistUseTable,
} from './schema/lists.ts';
import type {
  ApprovalTable,
  ApprovalTokenTable,
  MailingCheckTable,
  MailingContentTable,
  MailingPropertyTable,
  MailingTable,
  MailingTransitionTable,
  TriggerFeedItemTable,
  TriggerRunTable,
} from './schema/mailings.ts';
import type { OptInRequestTable, OptInTokenTable, SubscriptionTable } from './schema/opt-ins.ts';
import type { JobTable } from './schema/queue.ts';
import type { RecipientBatchTable, RecipientTable, SendingLimitTable, SendoutTable } from './schema/sending.ts';
import type { AccountPlaceholderTable, MailingTemplateTable, MediaImageTable } from './schema/texts.ts';
import type {
  TransactionalCarrierTable,
  TransactionalContentTable,
  TransactionalMailTable,
  TransactionalStepTable,
} from './schema/transactional.ts';
import type {
  TransactionAttachmentTable,
  TransactionAttributeTable,
  TransactionTable,
  TransactionTypeTable,
} from './schema/transactions.ts';
import type { WebhookEventTable, WebhookTable } from './schema/webhooks.ts';

export type * from './schema/accounts.ts';
export type * from './schema/activity.ts';
export type * from './schema/audiences.ts';
export type * from './schema/automation.ts';
export type * from './schema/contacts.ts';
export type * from './schema/conversions.ts';
export type * from './schema/dispatch.ts';
export type * from './schema/lists.ts';
export type * from './schema/mailings.ts';
export type * from './schema/opt-ins.ts';
export type * from './schema/queue.ts';
export type * from './schema/sending.ts';
export type * from './schema/texts.ts';
export type * from './schema/transactional.ts';
export type * from './schema/transactions.ts';
export type * from './schema/webhooks.ts';

/** Every table by its name, as the migrations leave it. */
export interface Schema {
  account: AccountTable;
  account_placeholder: AccountPlaceholderTable;
  api_key: ApiKeyTable;
  approval: ApprovalTable;
  approval_token: ApprovalTokenTable;
  archived_total: ArchivedTotalTable;
  audit_entry: AuditEntryTable;
  automation_program: AutomationProgramTable;
  automation_run: AutomationRunTable;
  automation_version: AutomationVersionTable;
  blacklist: BlacklistTable;
  blacklist_entry: BlacklistEntryTable;
  bounce: BounceTable;
  click: ClickTable;
  console_session: ConsoleSessionTable;
  contact: ContactTable;
  contact_block: ContactBlockTable;
  contact_filter: ContactFilterTable;
  contact_filter_mailing: ContactFilterMailingTable;
  contact_filter_member: ContactFilterMemberTable;
  conversion: ConversionTable;
  conversion_goal: ConversionGoalTable;
  conversion_site: ConversionSiteTable;
  custom_field: CustomFieldTable;
  delivery: DeliveryTable;
  erasure: ErasureTable;
  idempotency_key: IdempotencyKeyTable;
  job: JobTable;
  link: LinkTable;
  mailing: MailingTable;
  mailing_attachment: MailingAttachmentTable;
  mailing_blacklist: MailingBlacklistTable;
  mailing_blacklist_expression: MailingBlacklistExpressionTable;
  mailing_blacklist_use: MailingBlacklistUseTable;
  mailing_check: MailingCheckTable;
  mailing_content: MailingContentTable;
  mailing_dispatching: MailingDispatchingTable;
  mailing_property: MailingPropertyTable;
  mailing_schedule: MailingScheduleTable;
  mailing_template: MailingTemplateTable;
  mailing_transition: MailingTransitionTable;
  media_image: MediaImageTable;
  opening: OpeningTable;
  opt_in_request: OptInRequestTable;
  opt_in_token: OptInTokenTable;
  profile_field: ProfileFieldTable;
  reader: ReaderTable;
  recipient: RecipientTable;
  recipient_batch: RecipientBatchTable;
  sending_limit: SendingLimitTable;
  sendout: SendoutTable;
  subscription: SubscriptionTable;
  target_group: TargetGroupTable;
  tracking_key: TrackingKeyTable;
  transaction: TransactionTable;
  transaction_attachment: TransactionAttachmentTable;
  transaction_attribute: TransactionAttributeTable;
  transaction_type: TransactionTypeTable;
  transactional_carrier: TransactionalCarrierTable;
  transactional_content: TransactionalContentTable;
  transactional_mail: TransactionalMailTable;
  transactional_step: TransactionalStepTable;
  trigger_run: TriggerRunTable;
  trigger_feed_item: TriggerFeedItemTable;
  unsubscription: UnsubscriptionTable;
  unsubscription_reason: UnsubscriptionReasonTable;
  webhook: WebhookTable;
  webhook_event: WebhookEventTable;
}

/** A connection to the database, or a transaction. */
export type Db = Kysely<Schema>;
