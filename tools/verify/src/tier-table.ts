/** How long one test file took. */
export interface FileTime {
  /** Path from the root of the repository. */
  file: string;
  /** `rules`, `services`, `systems`: the project of the Vitest configuration. */
  level: string;
  tests: number;
  /** Of its process, its imports included; files beside it make it slower. */
  seconds: number;
}

/** One check that is no test file: lint, types, packages. */
export interface CheckTime {
  title: string;
  seconds: number;
}

/** What a run measured. */
export interface TierTimes {
  /** From the start of the command to its end, in seconds. */
  seconds: number;
  /** Of all processes, in seconds of the reference machine; undefined where it cannot be measured. */
  processor: number | undefined;
  checks: CheckTime[];
  files: FileTime[];
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Adds up two runs that follow each other. */
export const joinTimes = (first: TierTimes, second: TierTimes): TierTimes => ({
  seconds: first.seconds + second.seconds,
  processor:
    first.processor === undefined || second.processor === undefined ? undefined : first.processor + second.processor,
  checks: [...first.checks, ...second.checks],
  files: [...first.files, ...second.files],
});

/** Returns the lines of the table *level × files × tests × seconds*, and of the slowest files, in Markdown. */
export function tierTable({ seconds, processor, checks, files }: TierTimes, slowest = 10): string[] {
  const levels = [...new Set(files.map(({ level }) => level))];
  const rows = [
    ...checks.map(({ title, seconds }) => [title, '', '1', seconds.toFixed(0)]),
    ...levels.map((level) => {
      const own = files.filter((file) => file.level === level);
      return [
        level,
        String(own.length),
        String(sum(own.map(({ tests }) => tests))),
        sum(own.map((file) => file.seconds)).toFixed(0),
      ];
    }),
  ];
  const bySeconds = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, slowest);
  return [
    ...tableOf(['Level', 'Files', 'Tests', 'Seconds'], rows),
    '',
    `In all ${minutes(seconds)}${processor === undefined ? '' : `, of processor time ${minutes(processor)}`}. The slowest files:`,
    '',
    ...tableOf(
      ['File', 'Tests', 'Seconds'],
      bySeconds.map(({ file, tests, seconds }) => [`\`${file}\``, String(tests), seconds.toFixed(0)]),
    ),
  ];
}

/** Returns `6 min 5 s`. */
export function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Returns a table in Markdown whose columns but the first are numbers. */
export function tableOf(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 || cell === '' ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)];
}
