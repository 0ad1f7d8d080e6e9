import { Worker } from 'node:worker_threads';
import { workerFile } from '../../worker-file.ts';
import { ConnectionLostError } from '../unavailable.ts';
import type { Reply, Request, WorkerData } from './messages.ts';
import { leaveUnoptimized } from './unoptimized.ts';

export interface ThreadOptions {
  /** PostgreSQL's own data directory. */
  directory: string;
  log(line: string): void;
  /** A thread that was asked and has said nothing for so long is ended. Default 5 minutes. */
  silenceMillis?: number | undefined;
  /**
   * Called when a thread that was ended for its silence is still there 30 seconds later, or sooner when silence is
   * shorter: it waits for the disk for ever, and no other may have its files.
   */
  onStuck?(reason: string): void;
}

const stuckMillis = 30_000;

/** The real one, for tests that have a clock of their own. */
const endOfTurn = setImmediate;

/** Messages of the backend, and the milliseconds that the database was busy with them. */
export interface ThreadAnswer {
  bytes: Uint8Array<ArrayBuffer>;
  millis: number;
}

type Waiting = { resolve(answer: ThreadAnswer): void; reject(error: Error): void };

/** The main thread's side of the database thread. */
export class DatabaseThread {
  /** Resolves with the reason when the thread answers no more. */
  readonly stopped: Promise<Error>;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;
  /** Changes are refused, because the disk is nearly full. */
  diskFull = false;
  #worker: Worker;
  /** Messages to send at the end of this turn of the event loop. */
  #executions: Uint8Array<ArrayBuffer>[] = [];
  /** In the order in which they are answered. */
  #waiting: Waiting[] = [];
  #reason: Error | undefined;
  #ready = Promise.withResolvers<void>();
  #stopped = Promise.withResolvers<Error>();
  #heardAt = 0;
  #silenceMillis: number;
  #watchdog: NodeJS.Timeout;
  #onStuck: ((reason: string) => void) | undefined;

  /** Starts the thread and waits until the database in the directory is open. */
  static async start(options: ThreadOptions): Promise<DatabaseThread> {
    const thread = new DatabaseThread(options);
    try {
      await thread.#ready.promise;
    } catch (error) {
      await thread.ended;
      throw error;
    }
    return thread;
  }

  private constructor({ directory, log, silenceMillis = 300_000, onStuck }: ThreadOptions) {
    this.#onStuck = onStuck;
    this.#silenceMillis = silenceMillis;
    leaveUnoptimized();
    this.#worker = new Worker(workerFile(import.meta.url, './worker'), {
      workerData: { directory } satisfies WorkerData,
      execArgv: [],
    });
    this.#worker.on('message', (reply: Reply) => this.#receive(reply, log));
    this.#worker.on('error', (error) =>
      this.#give(new Error(`The embedded database stopped: ${error instanceof Error ? error.message : error}`)),
    );
    this.stopped = this.#stopped.promise;
    this.ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        clearInterval(this.#watchdog);
        this.#give(new Error('The embedded database is closed.'));
        resolve();
      });
    });
    this.#watchdog = setInterval(() => this.#endSilence(), silenceMillis / 10).unref();
  }

  /**
   * Runs messages of the frontend that end with a Sync; gives those of the backend, and the milliseconds that they took in the
   * database. @throws ConnectionLostError
   */
  send(bytes: Uint8Array<ArrayBuffer>): Promise<ThreadAnswer> {
    if (this.#reason !== undefined) return Promise.reject(new ConnectionLostError(this.#reason));
    if (this.#waiting.length === 0) this.#heardAt = performance.now();
    if (this.#executions.push(bytes) === 1) endOfTurn(() => this.#post());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  }

  /** Shuts PostgreSQL down and ends the thread. */
  async close(): Promise<void> {
    if (this.#reason === undefined) {
      this.#post();
      this.#worker.postMessage({ kind: 'close' } satisfies Request);
    }
    await this.ended;
  }

  /** All that was sent in this turn of the event loop goes in one message, which costs as much as a short statement. */
  #post(): void {
    const executions = this.#executions;
    this.#executions = [];
    if (executions.length === 0) return;
    this.#worker.postMessage(
      { kind: 'execute', executions } satisfies Request,
      executions.map(({ buffer }) => buffer),
    );
  }

  #receive(reply: Reply, log: (line: string) => void): void {
    this.#heardAt = performance.now();
    switch (reply.kind) {
      case 'ready':
        this.#ready.resolve();
        break;
      case 'answer':
        for (const [at, bytes] of reply.answers.entries())
          this.#waiting.shift()!.resolve({ bytes, millis: reply.millis[at]! });
        break;
      case 'room':
        this.diskFull = reply.full;
        log(reply.line);
        break;
      case 'broken':
        this.#give(new Error(`The embedded database stopped: ${reply.reason}`));
    }
  }

  #endSilence(): void {
    if (this.#waiting.length === 0 || performance.now() - this.#heardAt < this.#silenceMillis) return;
    this.#give(new Error(`The embedded database stopped: it has not responded for ${this.#silenceMillis / 1000} s`));
    clearInterval(this.#watchdog);
    void this.#worker.terminate();
    const reason = 'The embedded database does not respond, and its thread cannot be terminated: its disk may be gone';
    const timer = setTimeout(() => this.#onStuck?.(reason), Math.min(this.#silenceMillis, stuckMillis));
    void this.ended.then(() => clearTimeout(timer));
  }

  /** Gives up what waits, for the first reason there is. */
  #give(reason: Error): void {
    this.#reason ??= reason;
    this.#ready.reject(this.#reason);
    this.#stopped.resolve(this.#reason);
    for (const { reject } of this.#waiting.splice(0)) reject(new ConnectionLostError(this.#reason));
  }
}
