import { DESCRIPTIONS, type Measured, STATUSES } from './measure.ts';

const BEGIN = '<!-- made by `npm run generator-rivals -- --write` -->';
const END = '<!-- end -->';

/** The tables of a measurement: of all, and of documented errors by status. */
export function report(measured: readonly Measured[]): string {
  const all = DESCRIPTIONS.length;
  const columns = [
    ['Generator', (each: Measured) => each.name],
    ['Generates', (each: Measured) => `${each.generated} of ${all}`],
    ['Type-checks', (each: Measured) => `${each.typeChecks} of ${all}`],
    ['Types right', (each: Measured) => yes(each.valueTyped)],
    ['Reads XML', (each: Measured) => yes(each.xmlRead)],
    ['Sends XML', (each: Measured) => yes(each.xmlSent)],
    [
      'One call, gzip',
      (each: Measured) => (each.bundle === undefined ? 'not bundled' : `${(each.bundle / 1000).toFixed(1)} kB`),
    ],
    ['Time', (each: Measured) => `${each.seconds.toFixed(0)} s`],
    ['Server', (each: Measured) => each.server],
  ] as const;
  const byStatus = STATUSES.map(
    ([column]) => [column, (each: Measured) => yes(each.errorsTyped.includes(column))] as const,
  );
  return `${table(columns, measured)}\n\nErrors typed, by the status of which the description has a document:\n\n${table([columns[0], ...byStatus], measured)}`;
}

function table(
  columns: readonly (readonly [string, (each: Measured) => string])[],
  measured: readonly Measured[],
): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rows = measured.map((each) => line(columns.map(([, text]) => text(each))));
  return [line(columns.map(([head]) => head)), line(columns.map(() => '---')), ...rows].join('\n');
}

const yes = (is: boolean) => (is ? 'yes' : 'no');

/** Puts the table between the markers of a page. */
export function withReport(page: string, text: string): string {
  const [before, rest] = page.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`The page has no ${BEGIN} … ${END}.`);
  return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`;
}

/** The cells of the tables of a page, without those that differ by machine: times. */
export function lastingCells(page: string): string[][] {
  const text = page.split(BEGIN)[1]?.split(END)[0] ?? '';
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| --'));
  return lines.map((line) =>
    line
      .slice(2, -2)
      .split('|')
      .map((cell) => cell.trim())
      .filter((cell) => !/^(\d+ s|Time)$/.test(cell)),
  );
}
