/** A line of CSV (RFC 4180), with its end. No program that opens it as a table takes a value for a formula. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null | undefined): string {
  const text = neutralizeFormula(String(value ?? ''));
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Start of a formula (OWASP, CSV injection), also after leading apostrophes. */
const formula = /^'*(?:[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]|\s+[=+\-@])/;
/** Numbers are no formulas. */
const plainNumber = /^[+-]?\d+(?:[.,]\d+)?$/;

/** A value with an apostrophe in front where a table would take it for a formula. */
export function neutralizeFormula(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** The value that was defused. */
export function restoreFormula(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}
