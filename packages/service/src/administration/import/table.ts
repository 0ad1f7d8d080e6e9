import { restoreFormula } from '@mailwright/server-runtime/web';
import {
  type ColumnTarget,
  chooseColumns,
  chooseNamedColumns,
  readRow,
  type SourceRow,
  type TableRow,
} from '../../imports/index.ts';
import { type ForeignFile, readForeignRow } from './foreign-row.ts';

export interface TableOptions {
  mapping: ReadonlyMap<string, string>;
  /** Names of the columns, for a table whose first row is a contact already. */
  columns?: readonly string[] | undefined;
  customFields: readonly string[];
  /** System that the table was exported from, and the name of the file. */
  foreign?: (Omit<ForeignFile, 'header' | 'customFields'> & { isStateGiven: boolean }) | undefined;
  /** Told of the columns once they are known. */
  onColumns(columns: { name: string; target: ColumnTarget | undefined }[]): void;
}

/** Reads contacts from a table. @throws Error in words, if the columns cannot be used */
export async function* readTable(rows: AsyncIterable<TableRow>, options: TableOptions): AsyncGenerator<SourceRow> {
  const { columns, mapping, customFields, foreign, onColumns } = options;
  let targets: (ColumnTarget | undefined)[] | undefined;
  let file: ForeignFile | undefined;
  const choose = (names: readonly string[], chosen: (ColumnTarget | undefined)[]) => {
    targets = chosen;
    onColumns(names.map((name, index) => ({ name, target: chosen[index] })));
  };
  if (columns !== undefined) choose(columns, chooseNamedColumns(columns, customFields));
  for await (const { line, cells } of rows) {
    if (targets !== undefined) yield file ? readForeignRow(line, cells, targets, file) : readRow(line, cells, targets);
    else {
      const names = cells.map(restoreFormula);
      if (foreign !== undefined) file = { ...foreign, header: names, customFields };
      choose(names, chooseColumns(names, foreign ? foreignMapping(names, foreign, mapping) : mapping, customFields));
    }
  }
  if (targets === undefined) throw new Error('the file is empty; its first line must name the columns');
}

/** @throws Error in words, if the table is no export of the system */
function foreignMapping(
  names: readonly string[],
  { format, isStateGiven }: NonNullable<TableOptions['foreign']>,
  mapping: ReadonlyMap<string, string>,
): Map<string, string> {
  const missing = format.required.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new Error(
      `the file is not an export of this system, because it has no column ${missing.join(', ')}; run the command without --from`,
    );
  const { tellState } = format;
  if (tellState !== undefined && !isStateGiven && !tellState.some((name) => names.includes(name)))
    throw new Error(
      `no column tells whether contacts have unsubscribed (${tellState.join(', ')}); export them separately and pass --state`,
    );
  const known = Object.entries(format.fields).filter(([name]) => names.includes(name));
  return new Map([...known, ...mapping]);
}
