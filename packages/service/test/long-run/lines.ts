import type { Line } from './plots.ts';
import { type HourlySample, hasRows, type Sample } from './samples.ts';

/** The plots of a run. */
export function linesOf(samples: readonly Sample[], hourly: readonly HourlySample[]): Line[] {
  const each = <Row extends { hour: number }>(
    rows: readonly Row[],
    title: string,
    unit: string,
    of: (row: Row) => number,
  ): Line => ({
    title,
    unit,
    points: rows.map((row) => ({ x: row.hour, y: of(row) })),
  });
  const megabytes = 2 ** 20;
  return [
    each(samples, 'Resident memory', 'MB', ({ memory }) => memory / megabytes),
    each(samples, 'File descriptors', '', ({ descriptors }) => descriptors),
    each(samples, 'Threads', '', ({ threads }) => threads),
    each(hourly, 'Tables', 'MB', ({ tables }) => tables / megabytes),
    each(hourly, 'Indexes', 'MB', ({ indexes }) => indexes / megabytes),
    each(hourly, 'Write-ahead log', 'MB', ({ log }) => log / megabytes),
    each(hourly.filter(hasRows), 'Rows', 'thousands', ({ rows }) => rows / 1000),
    each(hourly, 'Jobs in the queue', '', ({ jobs }) => jobs),
    each(hourly, 'Work of an hour', 's', ({ seconds }) => seconds),
  ];
}
