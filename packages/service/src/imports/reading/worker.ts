import { isUtf8 } from 'node:buffer';
import { csvRows, findDelimiter } from './csv.ts';
import { type Encoding, kindOfBytes } from './file-kind.ts';
import type { TableRow } from './table-row.ts';
import { workbookRows } from './workbook.ts';

export interface GivenFile {
  bytes: Uint8Array;
  name: string;
  encoding?: Encoding | undefined;
}

/** Rows of a file, in parts that are stored. */
export interface ReadFile {
  kind: 'csv' | 'xlsx';
  encoding?: Encoding;
  separator?: string;
  /** The first rows. */
  top: TableRow[];
  rows: number;
  /** JSON of lists of rows. */
  parts: string[];
}

const topRows = 40;
const partRows = 1000;

/** Reads a whole file, or tells in words why that is not possible. Runs in a worker thread. */
export async function readFile({ bytes, name, encoding }: GivenFile): Promise<ReadFile | { fault: string }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const kind = kindOfBytes(file.subarray(0, 512), name, encoding ?? (isUtf8(file) ? 'utf-8' : 'windows-1252'));
    if (kind.kind === 'xml') return { fault: `${name} is XML; send its contacts with POST /contacts` };
    if (kind.kind === 'workbook') return { kind: 'xlsx', ...(await collect(workbookRows(file, name))) };
    const text = decode(file, kind.encoding, name);
    const rows = await collect(csvRows(inPieces(text)));
    return { kind: 'csv', encoding: kind.encoding, separator: findDelimiter(text), ...rows };
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

async function collect(rows: AsyncIterable<TableRow>): Promise<Pick<ReadFile, 'top' | 'rows' | 'parts'>> {
  const top: TableRow[] = [];
  const parts: string[] = [];
  let count = 0;
  let part: TableRow[] = [];
  for await (const { line, cells } of rows) {
    if (count++ < topRows) top.push({ line, cells });
    part.push({ line, cells });
    if (part.length < partRows) continue;
    parts.push(JSON.stringify(part));
    part = [];
  }
  if (part.length > 0) parts.push(JSON.stringify(part));
  return { top, rows: count, parts };
}
