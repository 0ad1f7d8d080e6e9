import { context, trace } from '@opentelemetry/api';
import { isCollected, serviceResource } from './collector.ts';

/**
 * Sends spans to a collector over OTLP, if the standard variables `OTEL_EXPORTER_OTLP_ENDPOINT` or
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` name one; `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` and
 * `OTEL_RESOURCE_ATTRIBUTES` have their usual meaning, and `OTEL_TRACES_SAMPLER_ARG` is the share of traces that are recorded,
 * 1 if absent. Without a collector nothing of the SDK is loaded.
 * @returns sends what is left, and ends tracing
 */
export async function startTracing(): Promise<() => Promise<void>> {
  if (!isCollected('TRACES')) return async () => {};
  const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG ?? 1);
  if (!(share >= 0 && share <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number between 0 and 1.');
  const [contexts, sdk, otlp] = await Promise.all([
    import('#opentelemetry-contexts'),
    import('#opentelemetry-sdk'),
    import('#opentelemetry-otlp'),
  ]);
  const provider = new sdk.TracerProvider({
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    resource: await serviceResource(),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new otlp.OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}
