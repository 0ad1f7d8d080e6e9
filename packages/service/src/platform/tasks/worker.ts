import type { Db } from '../database/schema.ts';
import type { Log } from '../log/log.ts';

/** Upkeep outside of requests: each run looks for what there is to do, so that it survives a restart. May run in several processes. */
export interface Task {
  name: string;
  /**
   * Does one piece of work and tells whether there was any. Stops early, and leaves the rest to the next start, when the
   * signal is aborted.
   */
  run(db: Db, signal: AbortSignal): Promise<boolean>;
  /** Notifies a long run that there may be new work. */
  wake?(): void;
  /** How long the task rests when there was no work, whatever comes meanwhile: for work that no request waits for. */
  restMillis?: number;
}

export interface Worker {
  /** Looks for work now instead of at the next round. */
  wake(): void;
  /** Ends when the pieces of work that are running have stopped. */
  close(): Promise<void>;
}

/**
 * Runs the tasks side by side until it is closed. A task without work is asked again when its rest is over, or else after
 * `idleMillis` or when woken; one that fails is written to the log and asked again in the same way.
 */
export function startWorker(db: Db, tasks: Task[], log: Log, idleMillis = 5000): Worker {
  const stop = new AbortController();
  const idle = new Map<() => void, Task>();
  let rounds = 0;

  async function loop(task: Task): Promise<void> {
    while (!stop.signal.aborted) {
      const seen = rounds;
      const worked = await task.run(db, stop.signal).catch((error: Error) => {
        log(`Task "${task.name}" failed: ${error.message}`);
        return false;
      });
      const isWoken = task.restMillis === undefined && seen !== rounds;
      if (!worked && !isWoken && !stop.signal.aborted) await rest(task);
    }
  }

  function rest(task: Task): Promise<void> {
    return new Promise((resolve) => {
      const rise = () => {
        clearTimeout(timer);
        idle.delete(rise);
        resolve();
      };
      const timer = setTimeout(rise, task.restMillis ?? idleMillis);
      idle.set(rise, task);
    });
  }

  function wake(): void {
    rounds++;
    for (const [rise, { restMillis }] of [...idle]) if (restMillis === undefined) rise();
    for (const task of tasks) task.wake?.();
  }

  const loops = tasks.map(loop);
  return {
    wake,
    async close() {
      stop.abort();
      wake();
      for (const rise of [...idle.keys()]) rise();
      await Promise.all(loops);
    },
  };
}
