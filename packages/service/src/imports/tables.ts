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
  parts: number;
  parts_done: Generated<number>;
  /** Without the skipped ones. */
  rows: number;
  rows_done: Generated<number>;
  /** Field of each column, empty for those that are skipped; null before the start. */
  fields: string[] | null;
  permission: Permission | null;
  by_external_id: Generated<boolean>;
  keep_existing: Generated<boolean>;
  created: Generated<number>;
  existing: Generated<number>;
  unsubscribed: Generated<number>;
  duplicates: Generated<number>;
  invalid: Generated<number>;
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

/** A row that could not be stored. */
export interface ContactImportFaultTable {
  account_id: number;
  import_id: number;
  line: number;
  email_folded: string | null;
  field: string | null;
  /** In words. */
  fault: string;
  /** JSON of the cells as they are in the file. */
  cells: string;
}
