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
}

export interface Worker {
  /** Looks for work now instead of at the next round. */
  wake(): void;
  /** Ends when the pieces of work that are running have stopped. */
  close(): Promise<void>;
}

/**
 * Runs the tasks side by side until it is closed. A task without work is asked again after `idleMillis` or when woken; one
 * that fails is written to the log and asked again in the same way.
 */
export function startWorker(db: Db, tasks: Task[], log: Log, idleMillis = 5000): Worker {
  const stop = new AbortController();
  const bells = new Set<() => void>();
  let rounds = 0;

  async function loop(task: Task): Promise<void> {
    while (!stop.signal.aborted) {
      const seen = rounds;
      const worked = await task.run(db, stop.signal).catch((error: Error) => {
        log(`Task "${task.name}" failed: ${error.message}`);
        return false;
      });
      if (!worked && seen === rounds && !stop.signal.aborted) await idle();
    }
  }

  function idle(): Promise<void> {
    return new Promise((resolve) => {
      const rise = () => {
        clearTimeout(timer);
        bells.delete(rise);
        resolve();
      };
      const timer = setTimeout(rise, idleMillis);
      bells.add(rise);
    });
  }

  function wake(): void {
    rounds++;
    for (const rise of [...bells]) rise();
    for (const task of tasks) task.wake?.();
  }

  const loops = tasks.map(loop);
  return {
    wake,
    async close() {
      stop.abort();
      wake();
      await Promise.all(loops);
    },
  };
}
