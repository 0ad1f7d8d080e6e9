import type { Generated } from 'kysely';
import type { CreatedAt, Id, Timestamp } from '../platform/database/columns.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    journal: JournalTable;
    journal_entry: JournalEntryTable;
  }
}

/** The table of the rows that an entry names; a step is one of a transactional mail. */
export type EventKind =
  | 'delivery'
  | 'bounce'
  | 'opening'
  | 'click'
  | 'conversion'
  | 'unsubscription'
  | 'answer'
  | 'step';

/** How far the entries of an account have positions. */
export interface JournalTable {
  account_id: number;
  /** The highest position that was given. */
  position: Generated<number>;
  /** Time of the youngest entry that was deleted by its age; older ones of another kind may be left. */
  purged_until: Timestamp | null;
}

/** Events that one statement has recorded. Names rows and nothing personal: what was erased there is not shown. */
export interface JournalEntryTable {
  account_id: number;
  id: Id;
  kind: EventKind;
  /** In the order in which they are read. */
  event_ids: number[];
  /** From 1 without gaps; null until somebody reads. */
  position: number | null;
  recorded_at: CreatedAt;
}
