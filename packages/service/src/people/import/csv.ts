import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

import { fused } from '../../platform/text/csv.ts';
import { type ColumnTarget, chooseColumns } from './columns.ts';
import { readRow } from './row.ts';

import type { SourceRow } from './source.ts';

export interface CsvOptions {
  mapping: ReadonlyMap<string, string>;
  customFields: readonly string[];
  /** Told of the columns once they are known. */
  onColumns(columns: { name: string; target: ColumnTarget | undefined }[]): void;
}

/** Reads contacts from CSV (RFC 4180) with a header; the delimiter is that of the header. Faults of the whole are thrown. */
export async function* readCsv(text: AsyncIterable<string>, options: CsvOptions): AsyncGenerator<SourceRow> {
  const { delimiter, all } = await withDelimiter(text);
  // Asking for each row's line by `info` costs more time than all the rest; this hook has it for nothing.
  const parser = Readable.from(all, { objectMode: false }).pipe(
    parse({
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: ((cells: string[], { lines }: { lines: number }) => ({ cells, line: lines })) as never,
    }),
  );
  let targets: (ColumnTarget | undefined)[] | undefined;
  try {
    for await (const { cells, line } of parser as AsyncIterable<{ cells: string[]; line: number }>) {
      if (targets === undefined) {
        const names = cells.map(fused);
        targets = chooseColumns(names, options.mapping, options.customFields);
        options.onColumns(names.map((name, index) => ({ name, target: targets![index] })));
      } else {
        yield readRow(line, cells, targets);
      }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Error(`the file is not valid CSV: ${error.message}`);
    throw error;
  }
  if (targets === undefined) throw new Error('the file is empty; its first line must name the columns');
}

/** The delimiter that occurs most in the first line, and the text from its beginning. */
async function withDelimiter(text: AsyncIterable<string>): Promise<{ delimiter: string; all: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let start = '';
  for (let hasLine = false; !hasLine; ) {
    const { value, done } = await iterator.next();
    if (done) break;
    start += value;
    hasLine = value.includes('\n');
  }
  const header = start.slice(0, start.search(/[\r\n]|$/));
  const occurrences = (sign: string) => header.split(sign).length;
  const [delimiter] = [',', ';', '\t', '|'].sort((a, b) => occurrences(b) - occurrences(a)) as [string];
  async function* all() {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { delimiter, all: all() };
}
