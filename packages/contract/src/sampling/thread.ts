import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Exchange } from '../exchange/exchange.ts';
import type { Drift, NotJudged } from './options.ts';

/** What the thread needs to begin. */
export interface ThreadWork {
  /** File of the description, or its text as JSON. */
  description: { file: string } | { text: string };
  base: string | undefined;
  har: string | undefined;
  showValues: boolean;
}

/** What became of an exchange. */
export interface Judged {
  outcome: 'judged' | Exclude<NotJudged, 'aborted' | 'busy' | 'body'>;
  drift?: Drift;
  /** A body was not judged. */
  isPartial?: boolean;
  /** Why it failed, without values. */
  fault?: string;
}

/** Judges exchanges in a thread of its own, so that no request waits for it. */
export interface JudgeThread {
  /** Returns false if too much waits already. */
  take(exchange: Exchange): boolean;
  /** Resolves when everything that was taken is judged, or the thread has ended. */
  close(): Promise<void>;
}

interface Listeners {
  onJudged(judged: Judged): void;
  /** The thread has ended with so many exchanges that it has not judged. */
  onEnd(error: Error, waiting: number): void;
}

/** Bytes of exchanges that may wait in memory. */
const MOST_WAITING = 32 * 2 ** 20;
/** Of each exchange, beside its bodies: addresses and headers, which Node limits. */
const HEAD = 16 * 2 ** 10;

/** Memory of the thread, in megabytes. */
const MOST_MEMORY = 512;

/** Starts the thread as soon as there is work for it. It does not keep the process running. */
export function startThread(work: ThreadWork | Promise<ThreadWork>, { onJudged, onEnd }: Listeners): JudgeThread {
  const waiting: number[] = [];
  let bytes = 0;
  let hasEnded = false;
  let idle = () => {};
  const fail = (error: unknown) => {
    hasEnded = true;
    onEnd(error instanceof Error ? error : new Error(String(error)), waiting.length);
    waiting.length = 0;
    idle();
  };
  const receive = (judged: Judged) => {
    bytes -= waiting.shift() ?? 0;
    onJudged(judged);
    if (waiting.length === 0) idle();
  };
  const started = Promise.resolve(work).then((given) => startWorker(given, receive, fail));
  started.catch(fail);
  return {
    take(exchange) {
      const size = exchange.request.body.length + exchange.response.body.length + HEAD;
      if (hasEnded || bytes + size > MOST_WAITING) return false;
      waiting.push(size);
      bytes += size;
      started.then((worker) => worker.postMessage(exchange)).catch(() => {});
      return true;
    },
    async close() {
      const worker = await started.catch(() => undefined);
      if (waiting.length > 0) {
        worker?.ref();
        await new Promise<void>((resolve) => {
          idle = resolve;
        });
      }
      await worker?.terminate();
    },
  };
}

function startWorker(
  workerData: ThreadWork,
  receive: (judged: Judged) => void,
  fail: (error: unknown) => void,
): Worker {
  // Sources run as .ts, the package as .js.
  const file = new URL(`./judge-thread${extname(import.meta.url)}`, import.meta.url);
  const limits = { maxOldGenerationSizeMb: MOST_MEMORY };
  const worker = new Worker(file, { name: 'contract', workerData, execArgv: [], resourceLimits: limits });
  worker.on('message', receive);
  worker.on('error', fail);
  // A listener that is added later would keep the process running again.
  worker.unref();
  return worker;
}
