import { randomUUID } from 'node:crypto';
import type { Db } from '../database/schema.ts';
import type { Log } from '../log/log.ts';
import { AccountTurns } from '../turns/account-turns.ts';
import { type AnyJobHandler, type JobRunner, runJob } from './run-job.ts';
import { RunningJobs } from './running-jobs.ts';
import { claimJob } from './store.ts';

export interface Queue {
  /** Looks for work now. */
  wake(): void;
  /** Takes no more jobs, aborts those that run, and ends when they have. */
  close(): Promise<void>;
}

/**
 * Runs the jobs that are due, each kind with its own concurrency, until it is closed; looks every `idleMillis`, or when woken.
 * Accounts take turns, and leave each other one of the places of a kind that has several.
 */
export function runQueue(db: Db, handlers: readonly AnyJobHandler[], log: Log, idleMillis = 1000): Queue {
  const owner = randomUUID();
  const stop = new AbortController();
  const runner: JobRunner = { db, log, stop: stop.signal };
  const running = new RunningJobs(handlers);
  const turns = new AccountTurns();
  const underWay = new Set<Promise<void>>();
  let woken = true;
  let endIdling = () => {};

  const wake = () => {
    woken = true;
    endIdling();
  };

  async function dispatch(): Promise<void> {
    while (!stop.signal.aborted) {
      woken = false;
      const job = await claim();
      if (job !== undefined) start(job);
      else if (!woken) await idle();
    }
  }

  async function claim() {
    const kinds = running.freeKinds();
    if (kinds.length === 0) return undefined;
    return claimJob(db, kinds, owner, undefined, { served: turns.served, busy: running.busy() }).catch(
      (error: Error) => {
        log(`The queue cannot be read: ${error.message}`);
        return undefined;
      },
    );
  }

  function start(job: NonNullable<Awaited<ReturnType<typeof claim>>>): void {
    const handler = handlers.find(({ kind }) => kind === job.kind)!;
    running.begin(job);
    turns.note(job.account_id);
    const work = runJob(runner, handler, job)
      .catch((error: Error) => log(`Job "${job.kind}" cannot be settled: ${error.message}`))
      .finally(() => {
        running.end(job);
        underWay.delete(work);
        wake();
      });
    underWay.add(work);
  }

  function idle(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, idleMillis);
      endIdling = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const dispatching = dispatch();
  return {
    wake,
    async close() {
      stop.abort();
      wake();
      await dispatching;
      await Promise.all(underWay);
    },
  };
}

/**
 * Runs what is due, one job after the other, until nothing is; how many ran. For first starts and tests.
 * @param now a virtual clock in the place of the database's
 */
export async function runDueJobs(
  db: Db,
  handlers: readonly AnyJobHandler[],
  log: Log,
  now?: () => Date,
): Promise<number> {
  const owner = randomUUID();
  const runner: JobRunner = { db, log, now, stop: new AbortController().signal };
  const kinds = handlers.map(({ kind }) => kind);
  const turns = new AccountTurns();
  for (let ran = 0; ; ran++) {
    const job = await claimJob(db, kinds, owner, now?.(), { served: turns.served, busy: [] });
    if (job === undefined) return ran;
    turns.note(job.account_id);
    await runJob(runner, handlers.find(({ kind }) => kind === job.kind)!, job);
  }
}
