/** A line of CSV (RFC 4180), with its end. No program that opens it as a table takes a value for a formula. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null | undefined): string {
  const text = typeof value === 'number' ? String(value) : neutralizeFormula(value ?? '');
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
