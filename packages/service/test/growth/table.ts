import type { Subject } from './subjects.ts';

export interface ShapeResult {
  subject: Subject;
  shape: string;
  /** Absent if the largest input takes too little time to tell. */
  exponent?: number;
  /** In ms. */
  wait: number;
}

const [begin, end] = ['<!-- made by `npm run growth -- --write` -->', '<!-- end of the growth table -->'];

const head = ['Input', 'Largest', 'Shapes', 'Exponent', 'Longest wait of others'];

/** One line for each row: its fastest growth and its longest wait, with the shapes they belong to. */
export function tableOf(results: readonly ShapeResult[]): string {
  return aligned([head, ...linesOf(results)]);
}

const linesOf = (results: readonly ShapeResult[]): string[][] =>
  [...Map.groupBy(results, ({ subject }) => subject).entries()].map(([subject, shapes]) => {
    const grown = shapes.filter(({ exponent }) => exponent !== undefined);
    const steepest = grown.toSorted((one, other) => other.exponent! - one.exponent!)[0];
    const slowest = shapes.toSorted((one, other) => other.wait - one.wait)[0]!;
    const exponent = steepest ? `${steepest.exponent!.toFixed(2)} (${steepest.shape})` : 'too fast to tell';
    const wait = subject.alone ? 'nobody waits' : `${Math.round(slowest.wait)} ms (${slowest.shape})`;
    return [subject.name, shown(subject.size), String(shapes.length), exponent, wait];
  });

const shown = (size: number) =>
  size < 1024 * 1024 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1024 / 1024).toFixed(0)} MB`;

/** As Prettier would align it. */
function aligned([head, ...lines]: string[][]): string {
  const widths = head!.map((_, column) => Math.max(...[head!, ...lines].map((cells) => cells[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head!), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.map(line)].join('\n');
}

/** The document with these results in the table between the marks; lines of rows that were not measured now stay. */
export function withResults(document: string, results: readonly ShapeResult[], names: readonly string[]): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document has no place for the table: ${begin} … ${end}`);
  const earlier = document
    .slice(from + begin.length, to)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
  const lines = new Map([...earlier, ...linesOf(results)].map((cells) => [cells[0], cells]));
  const table = aligned([
    head,
    ...names.flatMap((name) => [lines.get(name) ?? []]).filter((cells) => cells.length > 0),
  ]);
  return `${document.slice(0, from + begin.length)}\n\n${table}\n\n${document.slice(to)}`;
}
