import { setTimeout } from 'node:timers/promises';

export interface Cost {
  /** CPU time of the whole process, worker threads and collection of garbage included, in ms. */
  cpu: number;
  /** The longest time for which the main thread answered nobody, in ms of its own CPU time. */
  longestTurn: number;
}

const tickMillis = 2;
const millisOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/**
 * Measures work by CPU time, which does not depend on what else runs on the machine. A timer looks at the clock of the main
 * thread as often as it can: what the thread used between two looks is a turn of the event loop.
 */
export async function measure(work: () => unknown): Promise<Cost> {
  globalThis.gc?.();
  let longestTurn = 0;
  let ended = false;
  const before = process.cpuUsage();
  let looked = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    longestTurn = Math.max(longestTurn, millisOf({ user: now.user - looked.user, system: now.system - looked.system }));
    looked = now;
  };
  const looking = (async () => {
    while (!ended) {
      await setTimeout(tickMillis);
      look();
    }
  })();
  try {
    await work();
  } finally {
    ended = true;
    await looking;
  }
  return { cpu: millisOf(process.cpuUsage(before)), longestTurn };
}
