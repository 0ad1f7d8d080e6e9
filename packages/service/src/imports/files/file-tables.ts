import type { Selectable } from 'kysely';
import type { ColumnValues } from '../reading/values/column-values.ts';
import type { ReadFile } from '../reading/worker.ts';
import type { ContactImportTable } from '../tables.ts';

type ContactImport = Selectable<ContactImportTable>;

/** A table of a file that is not started, and where its rows are stored. */
export interface StoredTable {
  sheet: string | null;
  /** Names of the columns. */
  names: string[];
  skipped: number;
  /** What the values of each column are. */
  columns: ColumnValues[];
  rows: number;
  firstPart: number;
  parts: number;
}

/** Returns the tables of a file whose parts are stored one after the other. */
export function storedTables({ tables }: ReadFile): StoredTable[] {
  let firstPart = 0;
  return tables.map(({ sheet = null, head, columns, rows, parts }) => {
    const first = firstPart;
    firstPart += parts.length;
    const { names, skipped } = head;
    return { sheet, names, skipped, columns, rows: rows - skipped, firstPart: first, parts: parts.length };
  });
}

/** Columns of the row of an import that say which rows are meant. */
export const columnsOfTable = ({ sheet, names, skipped, rows, firstPart, parts }: StoredTable) => ({
  sheet,
  columns: names,
  skipped_rows: skipped,
  rows,
  first_part: firstPart,
  parts,
});

/** An uploaded file, as that of one of its tables. */
export interface ChosenTable {
  found: ContactImport;
  /** What the values of each column are. */
  values: ColumnValues[];
  /** Names of all sheets. */
  sheets: string[];
}

/** Chooses a table of an uploaded file by its sheet, by default the first one. Returns `undefined` if it has no such sheet. */
export function chooseTable(uploaded: ContactImport, sheet: string | undefined): ChosenTable | undefined {
  const tables = JSON.parse(uploaded.sheets ?? '[]') as StoredTable[];
  const sheets = tables.flatMap((table) => table.sheet ?? []);
  const chosen = sheet === undefined ? tables[0] : tables.find((table) => table.sheet === sheet);
  if (chosen === undefined) return sheet === undefined ? { found: uploaded, values: [], sheets } : undefined;
  return { found: { ...uploaded, ...columnsOfTable(chosen) }, values: chosen.columns, sheets };
}
