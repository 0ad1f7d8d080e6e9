import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

type Delay = Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'disable' | 'percentile' | 'reset'>;

/**
 * Measures the process under the metric names of the official Prometheus clients.
 * @param delay of the event loop; its timer runs from the first request for metrics on
 * @returns a function that stops the measurement
 */
export function watchProcess(metrics: Metrics, delay: Delay = monitorEventLoopDelay()): () => void {
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / 1e6 }];
  };
  metrics.gauge('process_cpu_seconds_total', 'Time on processors.', cpu, 'counter');
  metrics.gauge('process_resident_memory_bytes', 'Memory in use.', () => [{ value: process.memoryUsage.rss() }]);
  metrics.gauge('process_start_time_seconds', 'Start of the process, in seconds since 1970.', () => [
    { value: Date.now() / 1000 - process.uptime() },
  ]);
  metrics.gauge(
    'nodejs_eventloop_lag_p99_seconds',
    'Event loop delay since the last request for metrics, 99th percentile; 0 at the first request.',
    () => {
      // It wakes the process a hundred times a second, which was most of what an idle one cost; so not before somebody asks.
      const isFirst = delay.enable();
      const value = isFirst ? 0 : delay.percentile(99) / 1e9;
      delay.reset();
      return [{ value }];
    },
  );
  return () => delay.disable();
}
