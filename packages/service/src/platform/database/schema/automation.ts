import type { AutomationStep } from '@mailwright/server';
import type { Generated } from 'kysely';
import type { CreatedAt, Id, Json, Timestamp } from './columns.ts';

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
