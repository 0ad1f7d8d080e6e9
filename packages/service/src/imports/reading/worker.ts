import { isUtf8 } from 'node:buffer';
import { csvRows, findDelimiter } from './csv.ts';
import { type Encoding, kindOfBytes } from './file-kind.ts';
import { findHead, type Head, searchedRows } from './head.ts';
import type { TableRow } from './table-row.ts';
import { ColumnScan, type ColumnValues } from './values/column-values.ts';
import { openWorkbook } from './workbook.ts';

export interface GivenFile {
  bytes: Uint8Array;
  name: string;
  encoding?: Encoding | undefined;
}

/** What was found in a file. */
export interface ReadFile {
  kind: 'csv' | 'xlsx';
  encoding?: Encoding;
  separator?: string;
  /** Tables of the file: the sheets of a workbook that have rows, or the one of CSV. */
  tables: ReadTable[];
}

/** Rows of a table, in parts that are stored. */
export interface ReadTable {
  /** Of the sheet. */
  sheet?: string;
  head: Head;
  /** What the values of each column are. */
  columns: ColumnValues[];
  /** With those before the first contact. */
  rows: number;
  /** JSON of lists of rows. */
  parts: string[];
}

const maxSheets = 50;
const maxColumns = 1000;
const partRows = 1000;

/** Reads a whole file, or tells in words why that is not possible. Runs in a worker thread. */
export async function readFile({ bytes, name, encoding }: GivenFile): Promise<ReadFile | { fault: string }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const kind = kindOfBytes(file.subarray(0, 512), name, encoding ?? (isUtf8(file) ? 'utf-8' : 'windows-1252'));
    if (kind.kind === 'xml') return { fault: `${name} is XML; send its contacts with POST /contacts` };
    if (kind.kind === 'workbook') return { kind: 'xlsx', tables: await readWorkbook(file, name) };
    const text = decode(file, kind.encoding, name);
    const table = await collect(csvRows(inPieces(text)), name);
    if (table === undefined) return { fault: `${name} is empty; its first row must name the columns` };
    return { kind: 'csv', encoding: kind.encoding, separator: findDelimiter(text), tables: [table] };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

function decode(file: Buffer, encoding: Encoding, name: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    throw new Error(`${name} is not ${encoding.toUpperCase()} text; leave the encoding out, so that it is found`);
  }
}

async function* inPieces(text: string): AsyncGenerator<string> {
  const size = 262_144;
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

async function readWorkbook(file: Buffer, name: string): Promise<ReadTable[]> {
  const { sheets, rows } = await openWorkbook(file, name);
  if (sheets.length > maxSheets)
    throw new Error(
      `${name} has ${sheets.length} sheets; at most ${maxSheets} are possible: save the one to import as a file`,
    );
  const tables: ReadTable[] = [];
  for (const sheet of sheets) {
    const table = await collect(rows(sheet), name, true);
    if (table !== undefined) tables.push({ sheet, ...table });
  }
  if (tables.length === 0) throw new Error(`${name} is empty; its first row must name the columns`);
  return tables;
}

/** Reads a table; returns `undefined` if it has no rows. */
async function collect(rows: AsyncIterable<TableRow>, name: string, isTyped = false): Promise<ReadTable | undefined> {
  const parts: string[] = [];
  let count = 0;
  let part: TableRow[] = [];
  let head: Head | undefined;
  let scans: ColumnScan[] = [];
  const scan = ({ cells, fault }: TableRow) => {
    if (fault === undefined) for (const [index, each] of scans.entries()) each.add(cells[index] ?? '');
  };
  const begin = () => {
    head = headOf(part, name);
    scans = head.names.map(() => new ColumnScan(isTyped));
    for (const row of part.slice(head.skipped)) scan(row);
  };
  for await (const row of rows) {
    part.push(row);
    if (head !== undefined) scan(row);
    if (++count === searchedRows) begin();
    if (part.length < partRows) continue;
    parts.push(JSON.stringify(part));
    part = [];
  }
  if (count === 0) return undefined;
  if (head === undefined) begin();
  if (part.length > 0) parts.push(JSON.stringify(part));
  return { head: head!, columns: scans.map((each) => each.result()), rows: count, parts };
}

/** @throws Error in words, if the columns have no names that can be read, or are too many */
function headOf(top: readonly TableRow[], name: string): Head {
  const head = findHead(top);
  const naming = head.skipped > 0 ? top[head.skipped - 1] : undefined;
  if (naming?.fault !== undefined)
    throw new Error(`line ${naming.line}, which names the columns, cannot be read: ${naming.fault}`);
  if (head.names.length > maxColumns)
    throw new Error(`${name} has ${head.names.length} columns; at most ${maxColumns} are possible`);
  return head;
}
