import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DatabaseErrorFields, Reply, Request, TextResult, WorkerData } from './messages.ts';
import { leaveUnoptimized } from './unoptimized.ts';

/** A statement failed; carries PostgreSQL's fields as pg's errors do. */
class DatabaseError extends Error {
  override name = 'DatabaseError';
  constructor(fields: DatabaseErrorFields) {
    super(fields.message);
    Object.assign(this, fields);
  }
}

type Waiting = { resolve(result: TextResult): void; reject(error: Error): void };

/** The main thread's side of the database thread. */
export class DatabaseThread {
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: Error | undefined;
  #ready = Promise.withResolvers<void>();
  #exited = Promise.withResolvers<void>();

  /** Starts the thread and waits until the database in the directory is open. Logs if it ever stops by itself. */
  static async start(directory: string, log: (line: string) => void): Promise<DatabaseThread> {
    const thread = new DatabaseThread(directory, log);
    try {
      await thread.#ready.promise;
    } catch (error) {
      await thread.#exited.promise;
      throw error;
    }
    return thread;
  }

  private constructor(directory: string, log: (line: string) => void) {
    leaveUnoptimized();
    // Sources run as .ts, the package as .js: the worker lies beside this file under the same extension.
    const file = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(file, { workerData: { directory } satisfies WorkerData, execArgv: [] });
    this.#worker.on('message', (reply: Reply) => this.#receive(reply));
    this.#worker.on('error', (error) => {
      this.#end(new Error(`The embedded database stopped: ${error instanceof Error ? error.message : error}`));
      log(this.#ended!.message);
    });
    this.#worker.on('exit', () => {
      this.#end(new Error('The embedded database is closed.'));
      this.#exited.resolve();
    });
  }

  /** Runs one statement; several run in the order of the calls. */
  query(sql: string, parameters: (string | null)[]): Promise<TextResult> {
    return this.#send({ kind: 'query', sql, parameters });
  }

  /** Shuts PostgreSQL down and ends the thread. */
  async close(): Promise<void> {
    if (this.#ended === undefined) await this.#send({ kind: 'close' });
    await this.#exited.promise;
  }

  #send(request: { kind: 'close' } | { kind: 'query'; sql: string; parameters: (string | null)[] }) {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const { promise, resolve, reject } = Promise.withResolvers<TextResult>();
    const id = ++this.#lastId;
    this.#waiting.set(id, { resolve, reject });
    this.#worker.postMessage({ ...request, id } satisfies Request);
    return promise;
  }

  #receive(reply: Reply): void {
    if (reply.kind === 'ready') {
      this.#ready.resolve();
      return;
    }
    const waiting = this.#waiting.get(reply.id)!;
    this.#waiting.delete(reply.id);
    if (reply.kind === 'error') waiting.reject(new DatabaseError(reply.error));
    else waiting.resolve(reply.kind === 'result' ? reply.result : { command: '', rowCount: 0, fields: [], rows: [] });
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#ready.reject(this.#ended);
    for (const waiting of this.#waiting.values()) waiting.reject(this.#ended);
    this.#waiting.clear();
  }
}
