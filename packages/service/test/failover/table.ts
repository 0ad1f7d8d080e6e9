import type { Verdict } from './judge.ts';

interface Row extends Verdict {
  event: string;
  proxy: boolean;
}

/** A Markdown table: each event, worst and median. */
export function tableOf(outcomes: readonly Row[]): string {
  const head = [
    'Event',
    'Way',
    'Runs',
    'To the promotion',
    'Changes after it',
    'Mails after it',
    'Longest pause of changes',
    'Longest pause of mails',
    'Lost',
    'Skipped',
    'Doubled',
    'Refused',
  ];
  const groups = Map.groupBy(outcomes, ({ event, proxy }) => `${event}|${proxy ? 'HAProxy' : 'all nodes'}`);
  const rows = [...groups].map(([name, all]) => {
    const figures = (of: (row: Row) => number | undefined, digits = 1) => {
      const values = all.map((row) => of(row) ?? Number.NaN).sort((a, b) => a - b);
      const show = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits));
      const [median, worst] = [values[Math.floor((values.length - 1) / 2)]!, values.at(-1)!];
      return `${show(median)} / ${show(worst)}`;
    };
    return [
      ...name.split('|'),
      String(all.length),
      ...[figures((row) => row.promotion), figures((row) => row.writing), figures((row) => row.sending)],
      ...[figures((row) => row.writingPause), figures((row) => row.sendingPause)],
      ...[figures((row) => row.lost, 0), figures((row) => row.skipped, 0)],
      ...[figures((row) => row.doubled, 0), figures((row) => row.refused, 0)],
    ];
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
