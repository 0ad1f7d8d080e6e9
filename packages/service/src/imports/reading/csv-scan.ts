import type { TableRow } from './table-row.ts';

/**
 * Characters of a quoted cell after which its quote counts as not closed, so that the rest of a large file is neither kept
 * in memory nor lost with one row.
 */
export const maxQuotedLength = 1_048_576;

/** A record that was found, and where the next one begins. */
interface Found {
  end: number;
  /** Line ends that it contains. */
  lines: number;
  row: TableRow | undefined;
}

/** Where a line ends, and where the next one begins. */
interface LineEnd {
  at: number;
  end: number;
}

/**
 * Splits CSV (RFC 4180) into rows, whatever pieces it comes in. A row with a stray quote has a `fault`, and the row behind
 * it begins at the next line after that quote.
 */
export class CsvScan {
  /** One character. */
  readonly #delimiter: string;
  #text = '';
  #line = 1;
  /** Length of the text from which reading an unfinished record again is worth it; doubling keeps the time linear. */
  #enough = 0;
  #lineEnd: RegExp | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Returns the rows that are complete with this piece; `undefined` is the end of the text. */
  *push(piece: string | undefined): Generator<TableRow> {
    const isEnd = piece === undefined;
    this.#text += piece ?? '';
    if (!isEnd && this.#text.length < this.#enough) return;
    let start = 0;
    while (start < this.#text.length) {
      const found = this.#record(start, isEnd);
      if (found === undefined) break;
      start = found.end;
      this.#line += found.lines;
      if (found.row !== undefined) yield found.row;
    }
    this.#text = this.#text.slice(start);
    this.#enough = 2 * this.#text.length;
  }

  /** Returns the record that begins at an index, or `undefined` if its end has not arrived. */
  #record(start: number, isEnd: boolean): Found | undefined {
    const first = this.#endOfLine(start, isEnd);
    if (first === undefined) return undefined;
    const line = this.#text.slice(start, first.at);
    if (!line.includes('"')) {
      const row = isBlank(line, this.#delimiter) ? undefined : { line: this.#line, cells: line.split(this.#delimiter) };
      return { end: first.end, lines: 1, row };
    }
    return this.#quotedRecord(start, isEnd);
  }

  /** Reads a record cell by cell. */
  #quotedRecord(start: number, isEnd: boolean): Found | undefined {
    const text = this.#text;
    const cells: string[] = [];
    let line = { start, number: this.#line, end: this.#endOfLine(start, isEnd) };
    const found = (end: number, row: TableRow | undefined) => ({ end, lines: line.number - this.#line + 1, row });
    /** Gives up the record; the next one begins at the next line. */
    const skipLine = ({ at, end }: LineEnd, fault: string) =>
      found(end, { line: line.number, cells: text.slice(line.start, at).split(this.#delimiter), fault });
    for (let at = start; ; at++) {
      if (line.end === undefined) return undefined;
      const open = behindSpaces(text, at);
      if (text[open] !== '"') {
        const delimiter = text.indexOf(this.#delimiter, at);
        const end = delimiter === -1 || delimiter > line.end.at ? line.end.at : delimiter;
        const cell = text.slice(at, end);
        if (cell.includes('"')) return skipLine(line.end, strayQuote(cells.length));
        cells.push(cell);
        at = end;
      } else {
        const close = closingQuote(text, open + 1);
        if ((close ?? text.length) - open > maxQuotedLength || (close === undefined && isEnd))
          return skipLine(line.end, openQuote(cells.length));
        // The sign behind a quote tells whether the quote closes the cell.
        const behind = close === undefined ? text.length : behindSpaces(text, close + 1);
        if (close === undefined || (behind === text.length && !isEnd)) return undefined;
        if (!this.#endsCell(behind)) return skipLine(line.end, strayQuote(cells.length));
        while (line.end !== undefined && line.end.at < close) {
          const next: number = line.end.end;
          line = { start: next, number: line.number + 1, end: this.#endOfLine(next, isEnd) };
        }
        if (line.end === undefined) return undefined;
        cells.push(text.slice(open + 1, close).replaceAll('""', '"'));
        at = behind;
      }
      if (at !== line.end.at) continue;
      const isEmpty = cells.every((cell) => cell.trim() === '');
      return found(line.end.end, isEmpty ? undefined : { line: line.number, cells });
    }
  }

  /** Reports whether a cell may end before an index. */
  #endsCell(index: number): boolean {
    const sign = this.#text[index];
    return sign === undefined || sign === '\r' || sign === '\n' || sign === this.#delimiter;
  }

  /** Returns where the line of an index ends and where the next one begins, or `undefined` if that has not arrived. */
  #endOfLine(start: number, isEnd: boolean): LineEnd | undefined {
    this.#lineEnd ??= lineEndOf(this.#text, isEnd);
    const lineEnd = this.#lineEnd;
    if (lineEnd !== undefined) {
      lineEnd.lastIndex = start;
      const found = lineEnd.exec(this.#text);
      // A carriage return may be half a line end.
      if (found !== null && (isEnd || found[0].endsWith('\n') || lineEnd.lastIndex < this.#text.length))
        return { at: found.index, end: lineEnd.lastIndex };
    }
    return isEnd ? { at: this.#text.length, end: this.#text.length } : undefined;
  }
}

/** Returns what ends lines: line feeds, or any carriage return where the first line ends with one alone, as on old Macs. */
function lineEndOf(text: string, isEnd: boolean): RegExp | undefined {
  const first = /[\r\n]/.exec(text);
  if (first === null) return undefined;
  const [start, next, third] = text.slice(first.index, first.index + 3);
  if (start === '\r' && third === undefined && !isEnd) return undefined;
  const isMac = start === '\r' && next !== '\n' && !(next === '\r' && third === '\n');
  return isMac ? /\r\n?|\n/g : /\r{0,2}\n/g;
}

/** Returns where the spaces end with which people align columns, around cells in quotes too. */
function behindSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** Returns the index of the quote that closes a cell; a doubled one is a part of it. */
function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return undefined;
}

const isBlank = (line: string, delimiter: string) => line.replaceAll(delimiter, '').trim() === '';
const strayQuote = (cells: number) =>
  `column ${cells + 1} has a quote that neither opens nor closes the cell; put the cell in quotes and double those in it`;
const openQuote = (cells: number) => `column ${cells + 1} opens a quote that is not closed`;
