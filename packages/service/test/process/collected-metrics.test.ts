import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTracing } from '../../src/platform/tracing/start.ts';
import { databases } from '../support/database.ts';
import { startCollector } from '../support/otlp-collector.ts';
import { startTestService, type TestService } from '../support/service.ts';

const metricsToken = 'only-for-the-watchers';
let collector: Awaited<ReturnType<typeof startCollector>>;
let endTracing: () => Promise<void>;
let service: TestService;

beforeAll(async () => {
  collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  endTracing = await startTracing();
  const database = await databases()[0]!.open();
  service = await startTestService(database, undefined, {}, { metricsToken });
  await service.client.account.getInfo().orThrow();
});
afterAll(async () => {
  await collector.close();
  vi.unstubAllEnvs();
});

test('OpenMetrics says in which trace a request took its time; the text format does not', async () => {
  const read = async (accept: string) => {
    const headers = { authorization: `Bearer ${metricsToken}`, accept };
    const response = await service.fetch(`${service.origin}/metrics`, { headers });
    return { type: response.headers.get('content-type'), text: await response.text() };
  };
  const open = await read('application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4');
  expect(open.type).toContain('application/openmetrics-text');
  const [, traceId] = /getAccountInfo.* # \{trace_id="([0-9a-f]{32})",span_id="[0-9a-f]{16}"\} \d/.exec(open.text)!;
  expect(open.text.endsWith('# EOF\n')).toBe(true);
  expect((await read('text/plain')).text).not.toContain(' # {');

  // Ends everything, which sends what is left.
  await service.close();
  await endTracing();
  expect(collector.spans().find(({ name }) => name === 'getAccountInfo')?.traceId).toBe(traceId);
  const metrics = collector.metrics();
  const sent = metrics.find(({ name }) => name === 'mailwright_requests_total')!.sum!;
  expect(sent).toMatchObject({ isMonotonic: true, dataPoints: [{ asDouble: 1 }] });
  const [took] = metrics.find(({ name }) => name === 'mailwright_request_duration_seconds')!.histogram!.dataPoints;
  expect(took!.bucketCounts).toHaveLength(took!.explicitBounds!.length + 1);
  expect(took!.bucketCounts!.reduce((sum, count) => sum + count)).toBe(1);
  expect(metrics.map(({ name }) => name)).toContain('process_resident_memory_bytes');
});
