import { Worker } from 'node:worker_threads';

/** How long a thread may wait for a processor, and for nothing else than that. */
const patienceMillis = 120_000;
/** Shorter waits are not worth another look. */
const leastMillis = 10;
/** Node before 24.6 tells the time of the whole process only, which is at least that of the thread. */
const isToldByThread = 'cpuUsage' in Worker.prototype;

/**
 * Calls `end` once a thread has worked for `millis` of a processor's time. That it has waited for a processor does not count, for
 * two minutes: threads stand behind those who answer, and on a busy machine an innocent text took too long.
 * @param end told whether the thread has worked so long, or only waited
 * @returns a function that stops watching
 */
export function watchTime(
  thread: () => Pick<Worker, 'cpuUsage'> | undefined,
  millis: number,
  end: (how: 'worked' | 'waited') => void,
): () => void {
  let isEnded = false;
  const finish = (how: 'worked' | 'waited') => {
    if (!isEnded) end(how);
    isEnded = true;
  };
  // Also for a thread that cannot be asked.
  const latest = setTimeout(finish, patienceMillis + millis, 'waited');
  // The first look is short behind the start: a call that takes no longer costs nothing.
  let before: number | undefined;
  let timer = setTimeout(look, leastMillis);
  async function look() {
    const worked = await workedMillis(thread());
    before ??= worked;
    const rest = millis - (worked - before);
    if (isEnded) return;
    if (rest < leastMillis) finish('worked');
    else timer = setTimeout(look, rest);
  }

  return () => {
    isEnded = true;
    clearTimeout(latest);
    clearTimeout(timer);
  };
}

async function workedMillis(thread: Pick<Worker, 'cpuUsage'> | undefined): Promise<number> {
  // One that has just been started has not worked yet.
  const usage = isToldByThread ? thread?.cpuUsage().catch(() => undefined) : process.cpuUsage();
  const { user, system } = (await usage) ?? { user: 0, system: 0 };
  return (user + system) / 1000;
}
