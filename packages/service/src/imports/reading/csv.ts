import { Readable } from 'node:stream';
import type { TableRow } from './table-row.ts';

/** Reads rows from CSV (RFC 4180); the delimiter is found in the first lines. @throws Error in words, if it is not valid */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<TableRow> {
  const { CsvError, parse } = await import('csv-parse');
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

/** Lines by which the delimiter is found. */
const sampleLines = 10;
const sampleLength = 65_536;

/** Returns the delimiter of the first lines, and the text from its beginning. */
async function withDelimiter(text: AsyncIterable<string>): Promise<{ delimiter: string; all: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let start = '';
  for (let lines = 0; lines < sampleLines; ) {
    const { value, done } = await iterator.next();
    if (done) break;
    start += value;
    lines += value.split('\n').length - 1;
  }
  async function* all() {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { delimiter: findDelimiter(start), all: all() };
}

/** Returns the delimiter with which the most of the first lines have the same number of cells, the more the better. */
export function findDelimiter(text: string): string {
  const lines = text
    .slice(0, sampleLength)
    .replaceAll(/"[^"]*"/g, 'x')
    .split(/\r\n|\r|\n/, sampleLines)
    .filter((line) => line !== '');
  const score = (sign: string) => {
    const widths = lines.map((line) => line.split(sign).length).filter((width) => width > 1);
    const alike = Map.groupBy(widths, (width) => width);
    return Math.max(0, ...Array.from(alike, ([width, { length }]) => width * length));
  };
  const scores = [',', ';', '\t', '|'].map((sign) => ({ sign, score: score(sign) }));
  return scores.sort((one, other) => other.score - one.score)[0]!.sign;
}
