import { runningTrace, type TraceRef } from '../tracing/span.ts';

/** Labels of a series, with names and values in the format of Prometheus. */
export type Labels = Readonly<Record<string, string | number>>;

/** A value of a metric at the moment. */
export interface MetricValue {
  labels?: Labels;
  value: number;
}

/** A single measurement and the trace in which it was made. */
export interface Exemplar extends TraceRef {
  value: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** How long something took, by the labels that it has. */
export interface Durations {
  labels: Labels;
  /** How many took at most so many seconds as the bucket of the same index says. */
  counts: number[];
  /** The last one of each bucket that belongs to a recorded trace; one more than there are buckets. */
  exemplars: (Exemplar | undefined)[];
  sum: number;
  count: number;
}

/** All series of a metric. */
export type Family = { name: string; help: string } & (
  | { type: 'counter' | 'gauge'; values: MetricValue[] }
  | { type: 'histogram'; values: Durations[] }
);

/** Upper bounds in seconds. */
export const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Figures of a process. */
export class Metrics {
  /** Milliseconds since 1970 at which counters were zero. */
  readonly since = Date.now();
  readonly #families: (() => Promise<Family>)[] = [];

  /** A figure that only grows; the function adds one to a series of it. */
  counter(name: string, help: string): (labels: Labels) => void {
    const series = new Map<string, { labels: Labels; value: number }>();
    this.#families.push(async () => ({ name, help, type: 'counter', values: [...series.values()] }));
    return (labels) => {
      const key = JSON.stringify(labels);
      const one = series.get(key) ?? { labels, value: 0 };
      series.set(key, one);
      one.value++;
    };
  }

  /** How long something takes; the function takes seconds. */
  histogram(name: string, help: string): (labels: Labels, seconds: number) => void {
    const series = new Map<string, Durations>();
    this.#families.push(async () => ({ name, help, type: 'histogram', values: [...series.values()] }));
    return (labels, seconds) => {
      const key = JSON.stringify(labels);
      const one = series.get(key) ?? { labels, counts: buckets.map(() => 0), exemplars: [], sum: 0, count: 0 };
      series.set(key, one);
      for (const [index, le] of buckets.entries()) if (seconds <= le) one.counts[index]!++;
      one.sum += seconds;
      one.count++;
      const trace = runningTrace();
      if (trace) one.exemplars[bucketOf(seconds)] = { ...trace, value: seconds, at: Date.now() };
    };
  }

  /** A figure that is looked up when somebody asks. */
  gauge(
    name: string,
    help: string,
    read: () => MetricValue[] | Promise<MetricValue[]>,
    type: 'gauge' | 'counter' = 'gauge',
  ) {
    this.#families.push(async () => ({ name, help, type, values: await read() }));
  }

  /** Everything at the moment, one metric after the other. */
  async read(): Promise<Family[]> {
    const families: Family[] = [];
    for (const read of this.#families) families.push(await read());
    return families;
  }
}

function bucketOf(seconds: number): number {
  const index = buckets.findIndex((le) => seconds <= le);
  return index < 0 ? buckets.length : index;
}
