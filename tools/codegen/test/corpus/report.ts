import type { Measured, Outcome } from './measure.ts';
import { LONGEST } from './workers.ts';

/** One description of the corpus; `measured` is missing until it was its turn. */
export interface Row {
  /** Package and version, or the folder that was given. */
  source: string;
  name: string;
  hasXml: boolean;
  measured: Measured | undefined;
}

type MeasuredRow = Row & { measured: Measured };

const BEGIN = '<!-- made by `npm run corpus -- --write` -->';
const END = '<!-- end of the corpus -->';
const OUTCOMES: Outcome[] = ['whole', 'in part', 'refused', 'crashed'];

/** Returns the tables: the sources, what is not whole, and the descriptions with XML. */
export function report(all: readonly Row[]): string {
  const rows = all.filter((row): row is MeasuredRow => row.measured !== undefined);
  const sources = [...new Set(rows.map(({ source }) => source))];
  const partial = rows.filter(({ measured }) => measured.outcome !== 'whole');
  const xml = rows.filter(({ hasXml }) => hasXml);
  const slow = rows.filter(({ measured }) => measured.isChecked && !measured.isCalled);
  return [
    table(SOURCE_HEAD, [
      ...sources.map((source) =>
        sourceCells(
          source,
          rows.filter((row) => row.source === source),
        ),
      ),
      sourceCells('**all**', rows),
      sourceCells('**those with XML**', xml),
    ]),
    '',
    ...slowLines(slow),
    'Not whole, with the first reason of each:',
    '',
    table(['Description', 'Outcome', 'Left out', 'First reason'], partial.map(partialCells)),
    '',
    `<details><summary>The ${xml.length} descriptions with XML</summary>`,
    '',
    table(['Description', 'Outcome', 'Operations', 'Calls right'], xml.map(xmlCells)),
    '',
    '</details>',
  ].join('\n');
}

function slowLines(slow: readonly MeasuredRow[]): string[] {
  if (slow.length === 0) return [];
  const names = slow.map(({ source, name }) => `${title(source)}: ${name}`);
  return [`Not called, because the calls did not end in ${LONGEST / 1000} seconds: ${names.join(', ')}.`, ''];
}

const NOT_CHECKED = 'not checked';
const NOT_CALLED = 'not called';

const SOURCE_HEAD = [
  'Source',
  'Descriptions',
  'Whole',
  'In part',
  'Refused',
  'Crashed',
  'Type-checks (5.9, 7)',
  'Calls right',
];

function sourceCells(title: string, rows: readonly MeasuredRow[]): string[] {
  const made = rows.filter(({ measured }) => measured.isChecked);
  const clean = (version: '5.9' | '7') =>
    made.filter(({ measured }) => measured.typeErrors[version].length === 0).length;
  const calls = (key: 'made' | 'right') => rows.reduce((sum, { measured }) => sum + measured.calls[key], 0);
  const [whole = 0, ...others] = OUTCOMES.map(
    (each) => rows.filter(({ measured }) => measured.outcome === each).length,
  );
  const share = ((100 * whole) / Math.max(rows.length, 1)).toFixed(1);
  return [
    title,
    String(rows.length),
    `${whole} (${share} %)`,
    ...others.map(String),
    made.length === 0 ? NOT_CHECKED : `${clean('5.9')}, ${clean('7')} of ${made.length}`,
    made.length === 0 ? NOT_CHECKED : `${calls('right')} of ${calls('made')}`,
  ];
}

function partialCells({ source, name, measured }: MeasuredRow): string[] {
  const { outcome, reasons, operations } = measured;
  const leftOut = outcome === 'in part' ? `${reasons.length} of ${operations + reasons.length}` : 'all';
  return [`${title(source)}: ${name}`, outcome, leftOut, code(reasons[0]?.split('\n')[0] ?? '')];
}

function xmlCells({ source, name, measured: { outcome, operations, calls, isCalled } }: MeasuredRow): string[] {
  const right = isCalled ? `${calls.right} of ${calls.made}` : NOT_CALLED;
  return [`${title(source)}: ${name}`, outcome, String(operations), right];
}

const title = (source: string) => source.replace(/ [\d.]+$/, '').replace(/.*\//, '');
const code = (text: string) => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|').slice(0, 240)}\``;

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Puts the tables between the markers of a page. */
export function withReport(page: string, text: string): string {
  const [before, rest] = page.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`The page has no ${BEGIN} … ${END}.`);
  return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`;
}

/** The numbers of each source and of all, and the reasons of what is not whole, as a page tells them. */
export function parseReport(page: string): { sources: Map<string, number[]>; all: number[]; partial: string[] } {
  const text = page.split(BEGIN)[1]?.split(END)[0] ?? '';
  const [sources = [], partial = []] = text
    .split(/\n\n(?=\| )/)
    .map((each) =>
      each
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .slice(2)
        .map((line) =>
          line
            .slice(2, -2)
            .split(/(?<!\\)\|/)
            .map((cell) => cell.trim()),
        ),
    )
    .filter((rows) => rows.length > 0);
  const numbers = (cells: string[]) =>
    cells
      .slice(1)
      .flatMap((cell) => cell.replace(/\(.*?\)/g, '').match(/\d+/g) ?? [])
      .map(Number);
  const isSum = ([title = '']: string[]) => title.startsWith('**');
  return {
    sources: new Map(sources.filter((row) => !isSum(row)).map((row) => [row[0]!, numbers(row)])),
    all: numbers(sources.find(([title]) => title === '**all**') ?? []),
    partial: partial.map((row) => row.at(-1)!),
  };
}
