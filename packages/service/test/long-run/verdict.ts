import { type HourlySample, hasRows, type Sample } from './samples.ts';

/** What may grow, by how much from the second quarter of the run to the last. */
const mostGrowth = 1.25;

/** A figure in the second quarter of the run, when all is warm and full, and in the last one: medians. */
export interface Trend {
  name: string;
  before: number;
  after: number;
}

/** Figures that must be flat. */
export function trendsOf(samples: readonly Sample[], hourly: readonly HourlySample[]): Trend[] {
  const trend = <Row extends { hour: number }>(name: string, rows: readonly Row[], of: (row: Row) => number): Trend => {
    const last = Math.max(...rows.map(({ hour }) => hour));
    const quarter = (from: number) =>
      median(rows.filter(({ hour }) => hour > from * last && hour <= (from + 0.25) * last).map(of));
    return { name, before: quarter(0.25), after: quarter(0.75) };
  };
  return [
    trend('memory', samples, ({ memory }) => memory),
    trend('descriptors', samples, ({ descriptors }) => descriptors),
    trend('threads', samples, ({ threads }) => threads),
    trend('write-ahead log', hourly, ({ log }) => log),
    trend('bytes of tables for a row', hourly.filter(hasRows), ({ tables, rows }) => tables / rows),
    trend('bytes of indexes for a row', hourly.filter(hasRows), ({ indexes, rows }) => indexes / rows),
    trend('seconds of an hour', hourly, ({ seconds }) => seconds),
  ];
}

/** Whatever is not as it must be at the end of the run. */
export function faultsOf(
  trends: readonly Trend[],
  end: Pick<HourlySample, 'jobs' | 'recipients'> & { doubled: number },
): string[] {
  const grown = trends.filter(({ before, after }) => after > before * mostGrowth);
  return [
    ...grown.map(({ name, before, after }) => `${name} grew from ${Math.round(before)} to ${Math.round(after)}`),
    ...Object.entries(end).flatMap(([name, count]) => (count > 0 ? [`${count} ${name} at the end`] : [])),
  ];
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
