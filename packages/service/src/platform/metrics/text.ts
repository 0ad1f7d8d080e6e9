import { buckets, type Durations, type Exemplar, type Family, type Labels } from './metrics.ts';

/** What Prometheus reads by default: its own text format, version 0.0.4. */
export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8';
/** What it asks for if it can: OpenMetrics, in which measurements name the traces in which they were made. */
export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Whether a program that reads metrics takes OpenMetrics (RFC 9110, section 12.5.1). */
export const takesOpenMetrics = (accept: string | undefined): boolean =>
  /application\/openmetrics-text(?!\s*;[^,]*q=0(?:\.0*)?(?:[,;\s]|$))/i.test(accept ?? '');

export const prometheusText = (families: Family[]): string => `${linesOf(families, false).join('\n')}\n`;

/** OpenMetrics 1.0, sections "Metric Types" and "Exemplars". */
export const openMetricsText = (families: Family[]): string => `${[...linesOf(families, true), '# EOF'].join('\n')}\n`;

function linesOf(families: Family[], open: boolean): string[] {
  return families.flatMap((family) => {
    const { name, help, type, values } = family;
    // A counter of OpenMetrics is named without the end that its samples have.
    const title = open && type === 'counter' ? name.replace(/_total$/, '') : name;
    const samples =
      type === 'histogram'
        ? values.flatMap((one) => durations(name, one, open))
        : values.map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`);
    return [`# HELP ${title} ${help}`, `# TYPE ${title} ${type}`, ...samples];
  });
}

function durations(name: string, { labels, counts, exemplars, sum, count }: Durations, open: boolean): string[] {
  const bucket = (le: number | string, value: number, index: number) =>
    `${name}_bucket${labelText({ ...labels, le })} ${value}${open ? exemplarText(exemplars[index]) : ''}`;
  return [
    ...buckets.map((le, index) => bucket(le, counts[index]!, index)),
    bucket('+Inf', count, buckets.length),
    `${name}_sum${labelText(labels)} ${sum}`,
    `${name}_count${labelText(labels)} ${count}`,
  ];
}

function exemplarText(exemplar: Exemplar | undefined): string {
  if (exemplar === undefined) return '';
  const { traceId, spanId, value, at } = exemplar;
  return ` # ${labelText({ trace_id: traceId, span_id: spanId })} ${value} ${at / 1000}`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeValue = (value: string) => value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
