import { type Style, styled } from './styled.ts';

interface Look {
  /** Whether the first row is a heading. */
  heading?: boolean;
  /** The style of a cell. */
  style?(row: readonly string[], column: number): Style | undefined;
}

/** Rows as text for the standard output, each column as wide as its widest cell. */
export function textTable(
  rows: readonly (readonly string[])[],
  { heading = true, style = () => undefined }: Look = {},
): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row, index) => {
      const cells = row.map((cell, column) => {
        const last = column === row.length - 1;
        const text = last ? cell : cell.padEnd(widths[column]!);
        const own = heading && index === 0 ? 'bold' : style(row, column);
        return own === undefined ? text : styled(process.stdout, own, text);
      });
      return cells.join('  ').trimEnd();
    })
    .join('\n');
}
