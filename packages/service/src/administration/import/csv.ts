import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { TableRow } from './table.ts';

/** Reads rows from CSV (RFC 4180); the delimiter is that of the first line. @throws Error in words, if it is not valid */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<TableRow> {
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
  try {
    yield* parser as AsyncIterable<TableRow>;
  } catch (error) {
    if (error instanceof CsvError) throw new Error(`the file is not valid CSV: ${error.message}`);
    throw error;
  }
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
