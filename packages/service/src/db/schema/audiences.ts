import type { Generated } from 'kysely';
import type { CreatedAt, Id, Json, Timestamp } from './columns.ts';

export type EvaluationState = 'uptodate' | 'outofdate' | 'updating';
export type TargetGroupType = 'regular' | 'test' | 'permanent' | 'approval';

export interface ContactFilterTable {
  account_id: number;
  id: Id;
  name: string;
  author: string;
  state: Generated<EvaluationState>;
  rules: Json<unknown>;
  locked_by: string | null;
  count_contacts: Generated<number>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  evaluated_at: Timestamp | null;
}

export interface ContactFilterMemberTable {
  account_id: number;
  filter_id: number;
  contact_id: number;
}

export interface TargetGroupTable {
  account_id: number;
  id: Id;
  name: string;
  author: string;
  type: Generated<TargetGroupType>;
  state: Generated<EvaluationState>;
  contact_filter_id: number;
  count_contacts: Generated<number>;
  count_active_contacts: Generated<number>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  evaluated_at: Timestamp | null;
}
