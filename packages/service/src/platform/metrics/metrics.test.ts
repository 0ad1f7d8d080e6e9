import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';
import { openMetricsText, prometheusText, takesOpenMetrics } from './text.ts';

test('counters, histograms and gauges as Prometheus reads them', async () => {
  const metrics = new Metrics();
  const count = metrics.counter('requests_total', 'Requests.');
  const took = metrics.histogram('request_seconds', 'Their time.');
  metrics.gauge('jobs', 'Jobs.', async () => [{ labels: { state: 'a "\\\n' }, value: 3 }, { value: 0.5 }]);
  count({ operation: 'ping', status: 200 });
  count({ operation: 'ping', status: 200 });
  count({ operation: 'ping', status: 401 });
  took({ operation: 'ping' }, 0.01);
  took({ operation: 'ping' }, 60);
  const lines = prometheusText(await metrics.read()).split('\n');
  expect(lines.slice(0, 7)).toEqual([
    '# HELP requests_total Requests.',
    '# TYPE requests_total counter',
    'requests_total{operation="ping",status="200"} 2',
    'requests_total{operation="ping",status="401"} 1',
    '# HELP request_seconds Their time.',
    '# TYPE request_seconds histogram',
    'request_seconds_bucket{operation="ping",le="0.005"} 0',
  ]);
  expect(lines).toContain('request_seconds_bucket{operation="ping",le="0.01"} 1');
  expect(lines).toContain('request_seconds_bucket{operation="ping",le="+Inf"} 2');
  expect(lines).toContain('request_seconds_sum{operation="ping"} 60.01');
  expect(lines.slice(-5)).toEqual([
    '# HELP jobs Jobs.',
    '# TYPE jobs gauge',
    'jobs{state="a \\"\\\\\\n"} 3',
    'jobs 0.5',
    '',
  ]);
});

test('OpenMetrics names the trace of a measurement, and counters without their end', () => {
  const exemplar = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), value: 0.02, at: 1500 };
  const counts = [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  const exemplars = [undefined, undefined, exemplar];
  const text = openMetricsText([
    { name: 'requests_total', help: 'Requests.', type: 'counter', values: [{ value: 2 }] },
    {
      name: 'took_seconds',
      help: 'Time.',
      type: 'histogram',
      values: [{ labels: {}, counts, exemplars, sum: 0.02, count: 1 }],
    },
  ]);
  const lines = text.split('\n');
  expect(lines.slice(0, 3)).toEqual(['# HELP requests Requests.', '# TYPE requests counter', 'requests_total 2']);
  expect(lines).toContain('took_seconds_bucket{le="0.01"} 0');
  expect(lines).toContain(
    `took_seconds_bucket{le="0.025"} 1 # {trace_id="${'a'.repeat(32)}",span_id="${'b'.repeat(16)}"} 0.02 1.5`,
  );
  expect(lines.slice(-2)).toEqual(['# EOF', '']);
});

test.each([
  [undefined, false],
  ['text/plain', false],
  ['application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1', true],
  ['application/openmetrics-text; version=1.0.0; q=0, text/plain', false],
  ['application/openmetrics-text;q=0.75', true],
])('Accept: %s', (accept, open) => {
  expect(takesOpenMetrics(accept)).toBe(open);
});
