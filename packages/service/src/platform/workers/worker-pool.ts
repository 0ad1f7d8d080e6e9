import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { holdsConnection } from '../database/guarded.ts';
import { FairSemaphore } from '../turns/fair-semaphore.ts';
import { accountInCharge } from '../turns/on-behalf.ts';
import { workerFile } from '../worker-file.ts';
import { BusyMachineError, DeadlineError, MemoryLimitError } from './limit-errors.ts';
import { SlowAccounts } from './slow-accounts.ts';
import { watchBuffers } from './watch-buffers.ts';
import { watchTime } from './watch-time.ts';

/** At least two threads, so that neither one account nor all slow ones can keep all of them busy. */
const threads = Math.min(Math.max(2, availableParallelism()), 8);
/** A thread that has had nothing to do for so long ends and returns its memory. */
const idleMillis = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** The semaphore admits as many calls as there are threads, by turns of the accounts. */
const turns = new FairSemaphore({ all: threads, perAccount: threads - 1 });
const slow = new SlowAccounts();

/** A place for one thread. */
interface Place {
  pool: Piscina | undefined;
  isBusy: boolean;
  /** Account of the last call. */
  account: number | undefined;
  /** The last call was ended, and the thread with it. */
  isCold: boolean;
}

const places: Place[] = Array.from({ length: threads }, () => ({
  pool: undefined,
  isBusy: false,
  account: undefined,
  isCold: true,
}));

/** An account comes back to its thread: what it has compiled is there, and if its last call was ended, it waits for the new thread. */
function takePlace(account: number | undefined): Place {
  const free = places.filter(({ isBusy }) => !isBusy);
  const place = free.find((each) => each.account === account) ?? free.find(({ isCold }) => !isCold) ?? free[0]!;
  place.isBusy = true;
  place.account = account;
  return place;
}

/** Threads start with the first call. They get no environment variables, because they run on data of other people. */
function startPool(): Piscina {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMillis,
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits,
    // Those who wait for an answer of the main thread go before those whose work is long.
    niceIncrement: 10,
    execArgv: [],
    env: {},
  });
  // A thread may run out of memory after its call was given up; without a listener that ends the process.
  pool.on('error', () => {});
  return pool;
}

async function endThread(place: Place): Promise<void> {
  const { pool } = place;
  place.pool = undefined;
  place.isCold = true;
  await pool?.destroy();
}

export interface WorkerLimits {
  /** Processor time in ms; waiting for a turn or for a processor does not count. */
  deadlineMillis: number;
  /** Ends the thread after the call, for work that leaves memory of WebAssembly behind: it never shrinks. */
  isolated?: true;
}

type Functions = Record<string, (input: never) => unknown>;

/**
 * Returns a typed caller of the functions that a module exports, which then run in one of the service's worker threads.
 * Calls wait for a turn of the account in charge; a thread that exceeds its time or its memory (128 MB of objects, and as
 * much of buffers) is ended, with everything that the module keeps in it.
 * Inputs and results are copied (structured clone). Expected failures should be results: an error loses its class.
 * @param base `import.meta.url` of the caller
 * @param path of the module without its extension, such as `./worker`
 */
export function workerFunctions<Module extends Functions>(base: string, path: string) {
  const filename = fileURLToPath(workerFile(base, path));

  /** Rejects with a DeadlineError, a MemoryLimitError, a BusyMachineError, or what the function throws. */
  return function call<Name extends keyof Module & string>(
    name: Name,
    input: Parameters<Module[Name]>[0],
    { deadlineMillis, isolated }: WorkerLimits,
  ): Promise<Awaited<ReturnType<Module[Name]>>> {
    if (process.env.NODE_ENV === 'test' && holdsConnection())
      throw new Error('Work in threads must be done before or after a transaction: others wait for its connection.');
    const account = accountInCharge();
    return turns.run(slow.partyOf(account), async (): Promise<Awaited<ReturnType<Module[Name]>>> => {
      const place = takePlace(account);
      place.pool ??= startPool();
      const { pool } = place;
      const end = new AbortController();
      const stopTimer = watchTime(
        () => pool.threads[0],
        deadlineMillis,
        (how) => {
          const reason = how === 'worked' ? new DeadlineError(deadlineMillis) : new BusyMachineError();
          // If this thread was busy itself, the result may be waiting: it is read before the call is given up.
          setImmediate(() => end.abort(reason));
        },
      );
      const stopWatching = watchBuffers(
        () => pool.threads,
        () => end.abort(new MemoryLimitError()),
      );
      try {
        const result = await pool.run(input, { filename, name, signal: end.signal });
        place.isCold = false;
        return result;
      } catch (error) {
        place.isCold = true;
        if (end.signal.aborted) {
          if (end.signal.reason instanceof DeadlineError) slow.add(account);
          throw end.signal.reason;
        }
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new MemoryLimitError();
        throw error;
      } finally {
        stopTimer();
        stopWatching();
        if (isolated) await endThread(place);
        place.isBusy = false;
      }
    });
  };
}
