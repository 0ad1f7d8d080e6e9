/** Labels of a series, with names and values in the format of Prometheus. */
export type Labels = Readonly<Record<string, string | number>>;

/** A value of a metric at the moment. */
export interface MetricValue {
  labels?: Labels;
  value: number;
}

type Render = () => Promise<string[]>;

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Figures of a process in the text format of Prometheus (version 0.0.4). */
export class Metrics {
  #renders: Render[] = [];

  /** A figure that only grows; the function adds one to a series of it. */
  counter(name: string, help: string): (labels: Labels) => void {
    const series = new Map<string, number>();
    this.#add(name, help, 'counter', async () => Array.from(series, ([labels, value]) => `${name}${labels} ${value}`));
    return (labels) => {
      const key = labelText(labels);
      series.set(key, (series.get(key) ?? 0) + 1);
    };
  }

  /** How long something takes; the function takes seconds. */
  histogram(name: string, help: string): (labels: Labels, seconds: number) => void {
    const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
    this.#add(name, help, 'histogram', async () =>
      Array.from(series.values()).flatMap(({ labels, counts, sum, count }) => [
        ...buckets.map((le, index) => `${name}_bucket${labelText({ ...labels, le })} ${counts[index]}`),
        `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
        `${name}_sum${labelText(labels)} ${sum}`,
        `${name}_count${labelText(labels)} ${count}`,
      ]),
    );
    return (labels, seconds) => {
      const key = labelText(labels);
      const one = series.get(key) ?? { labels, counts: buckets.map(() => 0), sum: 0, count: 0 };
      series.set(key, one);
      for (const [index, le] of buckets.entries()) if (seconds <= le) one.counts[index]!++;
      one.sum += seconds;
      one.count++;
    };
  }

  /** A figure that is looked up when somebody asks. */
  gauge(
    name: string,
    help: string,
    read: () => MetricValue[] | Promise<MetricValue[]>,
    type: 'gauge' | 'counter' = 'gauge',
  ) {
    this.#add(name, help, type, async () =>
      (await read()).map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`),
    );
  }

  /** Everything, one metric after the other. */
  async text(): Promise<string> {
    const parts: string[] = [];
    for (const render of this.#renders) parts.push(...(await render()));
    return `${parts.join('\n')}\n`;
  }

  #add(name: string, help: string, type: string, lines: Render): void {
    this.#renders.push(async () => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...(await lines())]);
  }
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeValue = (value: string) => value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
