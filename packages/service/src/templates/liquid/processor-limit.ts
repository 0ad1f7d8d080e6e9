import type { Context } from 'liquidjs';

/** A limit that LiquidJS asks before each of its nodes, with the time that `performance.now` tells. */
type RenderLimit = Context['renderLimit'];

/** Time that a processor has worked for this thread in ms; Node before 23.9 tells that of the whole process only. */
function processorMillis(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}

/**
 * A limit of the time that a processor works for a text, in ms. The limit of LiquidJS counts the time of the clock, so on a
 * busy machine a text failed that had only waited for a processor.
 */
export function processorLimit(millis: number): RenderLimit {
  // Work takes no longer than the clock, which is the cheaper one to ask.
  const earliestEnd = performance.now() + millis;
  const start = processorMillis();
  const limit = {
    check(now: number) {
      if (now > earliestEnd && processorMillis() - start > millis) throw new Error('template render limit exceeded');
    },
  };
  return limit as Partial<RenderLimit> as RenderLimit;
}
