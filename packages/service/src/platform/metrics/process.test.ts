import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';
import { watchProcess } from './process.ts';
import { prometheusText } from './text.ts';

test('the event loop is watched from the first request for metrics on', async () => {
  const metrics = new Metrics();
  let isEnabled = false;
  const set = (enabled: boolean) => {
    const isChanged = enabled !== isEnabled;
    isEnabled = enabled;
    return isChanged;
  };
  const delay = { enable: () => set(true), disable: () => set(false), percentile: () => 25e6, reset: () => {} };
  const lag = async () => /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(prometheusText(await metrics.read()))?.[1];
  const stop = watchProcess(metrics, delay);
  expect(isEnabled).toBe(false);
  expect(await lag()).toBe('0');
  expect(isEnabled).toBe(true);
  expect(await lag()).toBe('0.025');
  stop();
  expect(isEnabled).toBe(false);
});
