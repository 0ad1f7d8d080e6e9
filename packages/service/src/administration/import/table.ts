import { fused } from '../../platform/text/csv.ts';
import { type ColumnTarget, chooseColumns, chooseNamedColumns } from './columns.ts';
import { readRow } from './row.ts';
import type { SourceRow } from './source.ts';

/** A row of a table, and the line where it stands. */
export interface TableRow {
  line: number;
  cells: string[];
}

export interface TableOptions {
  mapping: ReadonlyMap<string, string>;
  /** Names of the columns, for a table whose first row is a contact already. */
  columns?: readonly string[] | undefined;
  customFields: readonly string[];
  /** Told of the columns once they are known. */
  onColumns(columns: { name: string; target: ColumnTarget | undefined }[]): void;
}

/** Reads contacts from a table. @throws Error in words, if the columns cannot be used */
export async function* readTable(rows: AsyncIterable<TableRow>, options: TableOptions): AsyncGenerator<SourceRow> {
  const { columns, mapping, customFields, onColumns } = options;
  let targets: (ColumnTarget | undefined)[] | undefined;
  const choose = (names: readonly string[], chosen: (ColumnTarget | undefined)[]) => {
    targets = chosen;
    onColumns(names.map((name, index) => ({ name, target: chosen[index] })));
  };
  if (columns !== undefined) choose(columns, chooseNamedColumns(columns, customFields));
  for await (const { line, cells } of rows) {
    if (targets !== undefined) yield readRow(line, cells, targets);
    else {
      const names = cells.map(fused);
      choose(names, chooseColumns(names, mapping, customFields));
    }
  }
  if (targets === undefined) throw new Error('the file is empty; its first line must name the columns');
}
