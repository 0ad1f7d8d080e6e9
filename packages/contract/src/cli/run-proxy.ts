import { type ProxyOptions, startProxy } from '../proxy/proxy.ts';
import { SIGNALS } from './try-all.ts';

/** Runs a proxy until the process is told to end. */
export async function runProxy(options: ProxyOptions, then: string): Promise<void> {
  const proxy = await startProxy(options);
  console.error(`Send your requests to ${proxy.url} in place of ${options.baseUrl}; end with Ctrl-C for the ${then}.`);
  await untilToldToEnd();
  await proxy.close();
}

/** Waits for a signal to end. */
export function untilToldToEnd(): Promise<void> {
  return new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
  });
}
