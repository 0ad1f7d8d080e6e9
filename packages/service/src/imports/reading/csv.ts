import { CsvScan } from './csv-scan.ts';
import type { TableRow } from './table-row.ts';

/**
 * Reads rows from CSV; the delimiter is found in the first lines. Rows without any text are skipped. A row that is not valid
 * CSV has a `fault`.
 */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<TableRow> {
  const { delimiter, all } = await withDelimiter(text);
  const scan = new CsvScan(delimiter);
  for await (const piece of all) yield* scan.push(piece);
  yield* scan.push(undefined);
}

/** First line by which some programs name the delimiter. */
const delimiterLine = /^"?sep=([,;\t|])"?(?=[\r\n])/i;

/** Lines by which the delimiter is found. */
const sampleLines = 10;
const sampleLength = 65_536;

/** Returns the delimiter of the first lines, and the text from its beginning. */
async function withDelimiter(text: AsyncIterable<string>): Promise<{ delimiter: string; all: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let start = '';
  for (let lines = 0; lines < sampleLines && start.length < sampleLength; ) {
    const { value, done } = await iterator.next();
    if (done) break;
    start += value;
    lines += value.split(/[\r\n]/).length - 1;
  }
  start = start.replace(/^\uFEFF/, '');
  async function* all() {
    yield start.replace(delimiterLine, '');
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { delimiter: findDelimiter(start), all: all() };
}

/**
 * Returns the delimiter that a first line such as `sep=;` names, or else the one with which the most of the first lines have
 * the same number of cells, the more the better.
 */
export function findDelimiter(text: string): string {
  const named = delimiterLine.exec(text)?.[1];
  if (named !== undefined) return named;
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
