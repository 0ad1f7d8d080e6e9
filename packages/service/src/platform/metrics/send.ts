import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import type { DataPoint, Histogram, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics';
import { isCollected, serviceResource } from '../tracing/collector.ts';
import { buckets, type Durations, type Family, type Metrics } from './metrics.ts';

type Sdk = typeof import('#opentelemetry-metrics');

const scope = { name: 'mailwright' };

/**
 * Sends metrics to a collector over OTLP, if the standard variables `OTEL_EXPORTER_OTLP_ENDPOINT` or
 * `OTEL_EXPORTER_OTLP_METRICS_ENDPOINT` name one and `OTEL_METRICS_EXPORTER` is not `none`: every minute, or as many
 * milliseconds as `OTEL_METRIC_EXPORT_INTERVAL` says. Without a collector nothing of the SDK is loaded. The SDK's data points
 * have no exemplars; whoever wants these reads `/metrics`.
 * @returns sends the last figures, and ends
 */
export async function sendMetrics(metrics: Metrics): Promise<() => Promise<void>> {
  const { OTEL_METRICS_EXPORTER, OTEL_METRIC_EXPORT_INTERVAL = '60000' } = process.env;
  if (!isCollected('METRICS') || OTEL_METRICS_EXPORTER === 'none') return async () => {};
  const millis = Number(OTEL_METRIC_EXPORT_INTERVAL);
  if (!(millis >= 100)) throw new Error('OTEL_METRIC_EXPORT_INTERVAL must be a number of milliseconds, at least 100.');
  const [sdk, otlp] = await Promise.all([import('#opentelemetry-metrics'), import('#opentelemetry-otlp-metrics')]);
  const resource = await serviceResource();
  const started = timeOf(metrics.since);
  const producer: MetricProducer = {
    collect: async () => {
      const now = timeOf(Date.now());
      const data = (await metrics.read()).map((family) => toData(sdk, family, started, now));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: data }] }, errors: [] };
    },
  };
  const exporter = new otlp.OTLPMetricExporter();
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: millis,
    exportTimeoutMillis: Math.min(millis, 30_000),
    metricProducers: [producer],
  });
  const provider = new sdk.MeterProvider({ resource, readers: [reader] });
  return () => provider.shutdown();
}

const timeOf = (millis: number): HrTime => [Math.floor(millis / 1000), (millis % 1000) * 1e6];

/** A metric as the SDK has it; counters and histograms count from the start of the process. */
function toData(sdk: Sdk, family: Family, startTime: HrTime, endTime: HrTime): MetricData {
  const { name, help: description } = family;
  const about = {
    descriptor: { name, description, unit: name.endsWith('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
    aggregationTemporality: sdk.AggregationTemporality.CUMULATIVE,
  };
  const point = <T>(attributes: Attributes, value: T): DataPoint<T> => ({ startTime, endTime, attributes, value });
  if (family.type === 'histogram') {
    const dataPoints = family.values.map((one) => point(one.labels, histogramOf(one)));
    return { ...about, dataPointType: sdk.DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = family.values.map(({ labels = {}, value }) => point(labels, value));
  return family.type === 'counter'
    ? { ...about, dataPointType: sdk.DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...about, dataPointType: sdk.DataPointType.GAUGE, dataPoints };
}

/** Each bucket of the SDK counts for itself, where ours count all that was quicker. */
function histogramOf({ counts, sum, count }: Durations): Histogram {
  const own = [...counts, count].map((upTo, index) => upTo - (counts[index - 1] ?? 0));
  return { buckets: { boundaries: buckets, counts: own }, sum, count };
}
