import type { SuppressedState } from '../../../imports/index.ts';
import type { Permission } from '../../../people/index.ts';

/** Consent of a contact in another system, and its fields that have no column of their own. */
export interface ForeignContact {
  permission?: Permission;
  suppression?: SuppressedState;
  /** Custom fields and their values; those that the account does not have are left out and reported. */
  fields?: [name: string, value: string][];
  /** Tags; one with the name of a custom field sets this field to true instead. */
  tags?: string[];
  /** Names of values that no field could have, such as lists. */
  unusable?: string[];
}

/** The export of another system: pure rules from columns to contacts. */
export interface ForeignFormat {
  /** Columns that every export has. */
  required: readonly string[];
  /** Columns of which one tells whether mailings may be sent; without one of them, the user must say it. */
  tellState?: readonly string[];
  /** Contact fields of columns whose name does not say it; an empty one skips the column. */
  fields: Readonly<Record<string, string>>;
  /**
   * @param cell text of a column, empty if the export does not have it
   * @param file name of the file, without its directory
   * @returns a text if the row cannot be read, which says why
   */
  judge(cell: (column: string) => string, file: string): ForeignContact | string;
}
