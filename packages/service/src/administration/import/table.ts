import { restoreFormula } from '@mailwright/server-runtime/web';
import {
  ColumnScan,
  type ColumnTarget,
  chooseColumns,
  chooseFormats,
  chooseNamedColumns,
  type DateFormat,
  dateFormats,
  findHead,
  type Mapping,
  type NumberFormat,
  OpenFormatError,
  readRow,
  type SourceRow,
  searchedRows,
  type TableRow,
  type ValueFormat,
} from '../../imports/index.ts';
import { parseEmail } from '../../people/index.ts';
import { type ForeignFile, readForeignRow } from './foreign-row.ts';

export interface TableOptions {
  mapping: ReadonlyMap<string, string>;
  /** Names of the columns, for a table whose first row is a contact already. */
  columns?: readonly string[] | undefined;
  /** Custom fields of the account with their types. */
  customFields: Mapping['types'];
  /** Formats of dates and numbers; without one, that which fits each column. */
  dateFormat?: DateFormat | undefined;
  numberFormat?: NumberFormat | undefined;
  /** Whether a value that its field does not take leaves out the row, or the field alone; by default the row. */
  badValues?: Mapping['onBadValue'] | undefined;
  /** Whether the table is a sheet of a workbook, whose numbers have a decimal point. */
  isTyped?: boolean;
  /** System that the table was exported from, and the name of the file. */
  foreign?: (Omit<ForeignFile, 'header' | 'customFields'> & { isStateGiven: boolean }) | undefined;
  /** Told of the columns once they are known. */
  onColumns(columns: { name: string; target: ColumnTarget | undefined }[]): void;
}

/** Reads contacts from a table. @throws Error in words, if the columns cannot be used */
export async function* readTable(table: AsyncIterable<TableRow>, options: TableOptions): AsyncGenerator<SourceRow> {
  const { columns, mapping, customFields: types, foreign, onColumns } = options;
  const customFields = [...types.keys()];
  let names: readonly string[] = [];
  let targets: (ColumnTarget | undefined)[] = [];
  let rows = table;
  let file: ForeignFile | undefined;
  const choose = (header: readonly string[], chosen: (ColumnTarget | undefined)[]) => {
    names = header;
    targets = chosen;
    onColumns(names.map((name, index) => ({ name, target: chosen[index] })));
  };
  if (columns !== undefined) choose(columns, chooseNamedColumns(columns, customFields));
  else {
    const { head, contacts } = await withHead(table);
    const header = namesOf(head).map(restoreFormula);
    if (foreign !== undefined) file = { ...foreign, header, customFields };
    choose(header, chooseColumns(header, foreign ? foreignMapping(header, foreign, mapping) : mapping, customFields));
    rows = contacts;
  }
  const { formats, all } = await withFormats(rows, names, targets, options);
  const reading: Mapping = { targets, formats, types, onBadValue: options.badValues ?? 'row' };
  for await (const row of all) yield file ? readForeignRow(row, reading, file) : readRow(row, reading);
}

/** Rows by which the formats of columns are recognized: those that are stored at once. */
const sampledRows = 10_000;

/** Returns the formats of the columns, and the rows from the first. @throws Error in words, if several formats fit */
async function withFormats(
  rows: AsyncIterable<TableRow>,
  names: readonly string[],
  targets: Mapping['targets'],
  { customFields: types, dateFormat, numberFormat, isTyped }: TableOptions,
): Promise<{ formats: Mapping['formats']; all: AsyncIterable<TableRow> }> {
  const { first, all } = await withFirst(rows, sampledRows);
  const scans = names.map(() => new ColumnScan(isTyped));
  for (const { cells, fault } of first)
    if (fault === undefined) for (const [index, scan] of scans.entries()) scan.add(cells[index] ?? '');
  const values = scans.map((scan) => scan.result());
  try {
    const given = (possible: readonly ValueFormat[]) => (possible === dateFormats ? dateFormat : numberFormat);
    return { formats: chooseFormats(names, targets, values, types, given), all };
  } catch (error) {
    if (!(error instanceof OpenFormatError)) throw error;
    const option = error.possible === dateFormats ? '--date-format' : '--number-format';
    throw new Error(`${error.message} with ${option}`);
  }
}

/** Finds the row with the names of the columns among the first ones, and returns it with those behind it. */
async function withHead(rows: AsyncIterable<TableRow>) {
  const { first: top, all } = await withFirst(rows, searchedRows);
  const { skipped } = findHead(top);
  async function* contacts() {
    let index = 0;
    for await (const row of all) if (index++ >= skipped) yield row;
  }
  return { head: top[Math.max(0, skipped - 1)], contacts: contacts() };
}

/** Returns the first rows, and all of them. */
async function withFirst(rows: AsyncIterable<TableRow>, count: number) {
  const iterator = rows[Symbol.asyncIterator]();
  const first: TableRow[] = [];
  while (first.length < count) {
    const { value, done } = await iterator.next();
    if (done) break;
    first.push(value);
  }
  async function* all() {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { first, all: all() };
}

/** @throws Error in words, if the row does not name columns */
function namesOf(head: TableRow | undefined): string[] {
  if (head === undefined) throw new Error('the file is empty; its first line must name the columns');
  if (head.fault !== undefined)
    throw new Error(`line ${head.line}, which names the columns, cannot be read: ${head.fault}`);
  const address = head.cells.findIndex((cell) => parseEmail(cell.trim()) !== undefined);
  if (address === -1) return head.cells;
  const fields = head.cells.map((_, index) => (index === address ? 'email' : '')).join(',');
  throw new Error(
    `the file has no line that names its columns, for its first line is a contact already; name them with --columns "${fields}", where an empty field skips a column`,
  );
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
