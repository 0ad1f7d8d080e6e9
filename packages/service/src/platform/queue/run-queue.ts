import { randomUUID } from 'node:crypto';
import type { Db } from '../database/schema.ts';
import type { Log } from '../log/log.ts';
import { AccountTurns } from '../turns/account-turns.ts';
import { type AnyJobHandler, type JobRunner, runJob } from './run-job.ts';
import { RunningJobs } from './running-jobs.ts';
import { claimJob, untilNextJob } from './store.ts';
import { onWritten } from './written-jobs.ts';

/** Times between two looks for jobs, in milliseconds. */
export interface QueueWaits {
  /** While a job is due that could not be claimed, or this process has written one a moment ago. */
  busy: number;
  /** Otherwise: others may have written one, and their notification may not have arrived. */
  idle: number;
}

/** How long a transaction in which a job was written usually takes. */
const writingMillis = 10_000;

export interface Queue {
  /** Looks for work now. */
  wake(): void;
  /** Takes no more jobs, aborts those that run, and ends when they have. */
  close(): Promise<void>;
}

/**
 * Runs the jobs that are due, each kind with its own concurrency, until it is closed; looks when the next one is due, when woken, and
 * at intervals. Accounts take turns, and leave each other one of the places of a kind that has several.
 */
export function runQueue(
  db: Db,
  handlers: readonly AnyJobHandler[],
  log: Log,
  waits: QueueWaits = { busy: 1000, idle: 5000 },
): Queue {
  const owner = randomUUID();
  const stop = new AbortController();
  const runner: JobRunner = { db, log, stop: stop.signal };
  const running = new RunningJobs(handlers);
  const turns = new AccountTurns();
  const underWay = new Set<Promise<void>>();
  let woken = true;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let endPause = () => {};

  const wake = () => {
    woken = true;
    endPause();
  };
  const forgetWritten = onWritten(db, () => {
    if (performance.now() > writtenAt + writingMillis) endPause();
    writtenAt = performance.now();
  });

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

  /** Returns when a job may be due that the last claim did not find. */
  async function idle(): Promise<void> {
    for (let hasPaused = false; !woken; hasPaused = true) {
      const next = (await untilNextJob(db).catch(() => 0)) ?? Number.POSITIVE_INFINITY;
      if (woken || (next <= 0 && hasPaused)) return;
      const isWriting = performance.now() < writtenAt + writingMillis;
      const longest = next <= 0 || isWriting ? waits.busy : waits.idle;
      await pause(next <= 0 ? longest : Math.ceil(Math.min(longest, next)));
      if (next <= longest) return;
    }
  }

  function pause(millis: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, millis);
      endPause = () => {
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
      forgetWritten();
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
