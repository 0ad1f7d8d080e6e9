import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Id, Json, JsonText, Timestamp } from '../platform/database/columns.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    contacts_change: ContactsChangeTable;
    contact_filter: ContactFilterTable;
    contact_filter_mailing: ContactFilterMailingTable;
    contact_filter_member: ContactFilterMemberTable;
    target_group: TargetGroupTable;
  }
}

export type EvaluationState = 'uptodate' | 'outofdate' | 'updating';

export type TargetGroupType = 'regular' | 'test' | 'permanent' | 'approval';

export interface ContactFilterTable {
  account_id: number;
  id: Id;
  name: string;
  author: string;
  /** The outermost group of rules. */
  rules: Json<unknown>;
  /** Rules in all groups. */
  count_rules: Generated<number>;
  /** The API key that holds the lock. */
  locked_by: number | null;
  /** Members of this generation are the contacts of the last refresh. */
  generation: Generated<number>;
  /** The highest generation that a refresh has begun. */
  last_generation: Generated<number>;
  count_contacts: Generated<number>;
  /** Members that could get a regular mailing at the last refresh. */
  count_active_contacts: Generated<number>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  /** Changes of contacts before this instant are in the last refresh. */
  evaluated_at: Timestamp | null;
}

/** A mailing that rules of a filter name; it is kept while they do. */
export interface ContactFilterMailingTable {
  account_id: number;
  filter_id: number;
  mailing_id: number;
}

export interface ContactFilterMemberTable {
  account_id: number;
  filter_id: number;
  generation: number;
  contact_id: number;
}

/** A change of all contacts that a search has found, and how far it is. */
export interface ContactsChangeTable {
  account_id: number;
  id: Id;
  action: 'tag' | 'untag' | 'block' | 'unsubscribe' | 'erase';
  tag: string | null;
  state: Generated<'running' | 'done'>;
  /** What was searched for; null when the change has ended. */
  selection: ColumnType<unknown, JsonText<unknown>, null>;
  /** The contacts up to this one are changed. */
  last_id: Generated<number>;
  /** Contacts behind this one were added later. */
  end_id: number;
  /** Contacts that were found at the start. */
  count: number;
  count_done: Generated<number>;
  created_at: CreatedAt;
  ended_at: Timestamp | null;
}

export interface TargetGroupTable {
  account_id: number;
  id: Id;
  name: string;
  author: string;
  type: Generated<TargetGroupType>;
  contact_filter_id: number;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  /** Tests of people who may not send go to such groups only. */
  made_by_sender: Generated<boolean>;
}
