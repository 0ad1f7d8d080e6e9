type Cells = readonly (string | number | null | undefined)[];

/** A line of CSV (RFC 4180), with its end. No program that opens it as a table takes a value for a formula. */
export const csvLine = (cells: Cells): string => separatedLine(cells, ',');

/** A line as `csvLine` writes it, with another sign between cells: a semicolon, tab or vertical bar. */
export const separatedLine = (cells: Cells, separator: string): string => `${cells.map(cell).join(separator)}\r\n`;

function cell(value: string | number | null | undefined): string {
  const text = typeof value === 'number' ? String(value) : neutralizeFormula(value ?? '');
  return /[",;\t|\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reads lines that `csvLine` has written. */
export function parseLines(text: string): string[][] {
  const lines: string[][] = [];
  const bare = /[^,\r]*/y;
  let cells: string[] = [];
  for (let at = 0; at < text.length; at++) {
    let end = at;
    if (text[at] === '"') {
      end = text.indexOf('"', at + 1);
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end === -1) end = text.length;
      cells.push(restoreFormula(text.slice(at + 1, end).replaceAll('""', '"')));
      end++;
    } else {
      bare.lastIndex = at;
      const cell = bare.exec(text)![0];
      cells.push(restoreFormula(cell));
      end = at + cell.length;
    }
    at = end;
    if (text[at] === ',') continue;
    lines.push(cells);
    cells = [];
    at++; // the line feed
  }
  return lines;
}

/** Start of a formula (OWASP, CSV injection), also after leading apostrophes. */
const formula = /^'*(?:[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]|\s+[=+\-@\uff1d\uff0b\uff0d\uff20])/;
/** Numbers are no formulas. */
const plainNumber = /^[+-]?\d+(?:[.,]\d+)?$/;

/**
 * A value with an apostrophe in front where a table would take it for a formula, and behind each semicolon: where the comma is the
 * decimal sign, programs divide at semicolons, and quotes within what they take for a cell do not hinder them.
 */
export const neutralizeFormula = (text: string): string =>
  eachPart(text, (part) => (formula.test(part) && !plainNumber.test(part) ? `'${part}` : part));

/** The value that was neutralized. */
export const restoreFormula = (text: string): string =>
  eachPart(text, (part) => (part.startsWith("'") && formula.test(part) ? part.slice(1) : part));

const eachPart = (text: string, change: (part: string) => string): string => text.split(';').map(change).join(';');
