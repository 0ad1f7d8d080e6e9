import type { Generated } from 'kysely';
import type { Permission } from '../people/index.ts';
import type { CreatedAt, Id, Timestamp } from '../platform/database/columns.ts';
import type { Encoding } from './reading/file-kind.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    contact_import: ContactImportTable;
    contact_import_fault: ContactImportFaultTable;
    contact_import_part: ContactImportPartTable;
  }
}

/** A file of contacts, and how far its rows are stored. */
export interface ContactImportTable {
  account_id: number;
  id: Id;
  /** Name of the file. */
  name: string;
  state: 'uploaded' | 'running' | 'done';
  kind: 'csv' | 'xlsx';
  /** Null for workbooks. */
  encoding: Encoding | null;
  separator: string | null;
  /** Names of the columns. */
  columns: string[];
  /** Rows before the first contact. */
  skipped_rows: number;
  /** Sheet of the rows; null for CSV. */
  sheet: string | null;
  /** JSON of the tables of the file, as `StoredTable` in `files/tables.ts`; null after the start, and in files of older versions. */
  sheets: string | null;
  /** Number of the first part of the rows. */
  first_part: Generated<number>;
  parts: number;
  parts_done: Generated<number>;
  /** Without the skipped ones. */
  rows: number;
  rows_done: Generated<number>;
  /** Field of each column, empty for those that are skipped; null before the start. */
  fields: string[] | null;
  /** Format of each column, empty for those that need none; null before the start, and for all without. */
  formats: string[] | null;
  /** Whether a bad value leaves out its field alone. */
  keep_rows: Generated<boolean>;
  permission: Permission | null;
  /** Tag that all contacts get; null for none. */
  tag: string | null;
  by_external_id: Generated<boolean>;
  keep_existing: Generated<boolean>;
  /** The user who has started it; null for a program with a key, and before the start. */
  started_by: number | null;
  created: Generated<number>;
  existing: Generated<number>;
  unsubscribed: Generated<number>;
  duplicates: Generated<number>;
  invalid: Generated<number>;
  /** Stored without bad values. */
  incomplete: Generated<number>;
  created_at: CreatedAt;
  /** When it is deleted. */
  expires_at: Timestamp;
}

/** Rows of a file that is not done. */
export interface ContactImportPartTable {
  account_id: number;
  import_id: number;
  part: number;
  /** JSON of a list of rows; not jsonb, because cells may have characters that it does not take. */
  rows: string;
}

/** A row that could not be stored, or not with all its values. */
export interface ContactImportFaultTable {
  account_id: number;
  import_id: number;
  line: number;
  email_folded: string | null;
  field: string | null;
  /** In words. */
  fault: string;
  /** JSON of the values without which the row was stored, `[{ field, fault }]`; null if it was not stored. */
  bad_values: string | null;
  /** JSON of the cells as they are in the file. */
  cells: string;
}
