import type { Resource } from '@opentelemetry/resources';

/** Whether the standard variables name a collector for traces or metrics. */
export function isCollected(signal: 'TRACES' | 'METRICS'): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED } = process.env;
  const endpoint = process.env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] || OTEL_EXPORTER_OTLP_ENDPOINT;
  return Boolean(endpoint) && OTEL_SDK_DISABLED !== 'true';
}

/** What the service calls itself, with what `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` say. */
export async function serviceResource(): Promise<Resource> {
  const resources = await import('#opentelemetry-resources');
  const named = resources.resourceFromAttributes({ 'service.name': 'mailwright' });
  return named.merge(resources.detectResources({ detectors: [resources.envDetector] }));
}
