import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

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
  const lines = (await metrics.text()).split('\n');
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
