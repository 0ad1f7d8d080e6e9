import type { Generated } from 'kysely';
import type { CreatedAt, Id, JsonDefault, Timestamp } from '../platform/database/columns.ts';
import type { OutcomeKind, OutcomeReason, OutcomeResult } from './outcome.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    work_outcome: WorkOutcomeTable;
  }
}

/** How work has ended. An object has at most one outcome per kind that nobody has seen. Nothing personal is in it. */
export interface WorkOutcomeTable {
  account_id: number;
  id: Id;
  kind: OutcomeKind;
  /** The import, mailing, form or program. */
  object_id: number;
  /** The user who has started the work; null for a program with a key, and for the command line. */
  started_by: number | null;
  result: OutcomeResult;
  reasons: JsonDefault<OutcomeReason[]>;
  /** Numbers by name, such as `sent`. */
  counts: JsonDefault<Record<string, number>>;
  /** How often it has ended so since somebody has looked. */
  times: Generated<number>;
  ended_at: CreatedAt;
  seen_at: Timestamp | null;
}
