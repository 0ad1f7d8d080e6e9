import { DatabaseUnavailableError } from '../unavailable.ts';
import { Session } from './session.ts';
import type { DatabaseThread } from './thread.ts';

/** Time between two attempts to start the database again. */
const pauseMillis = 5000;

/**
 * Keeps the embedded database running: a thread that ended by itself, or that does not answer, is replaced by a new one,
 * which repairs the files from PostgreSQL's log. In the meantime callers wait, or hear that it cannot be started.
 */
export class ThreadSupervisor {
  #start: () => Promise<DatabaseThread>;
  #log: (line: string) => void;
  #session: Promise<Session>;
  #thread: DatabaseThread | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closing = false;

  /** @param first is running; the others are started when they are needed */
  constructor(first: DatabaseThread, start: () => Promise<DatabaseThread>, log: (line: string) => void) {
    this.#start = start;
    this.#log = log;
    this.#session = Promise.resolve(this.#watch(first));
  }

  /** The session of the thread that runs now, or of the one that is being started. @throws DatabaseUnavailableError */
  session(): Promise<Session> {
    return this.#session;
  }

  /** Shuts the database down. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#timer);
    await this.#session.catch(() => {});
    await this.#thread?.close();
  }

  #watch(thread: DatabaseThread): Session {
    this.#thread = thread;
    void thread.stopped.then((reason) => {
      if (this.#closing) return;
      this.#log(`${reason.message}. Restarting it.`);
      this.#replace(thread.ended);
    });
    return new Session(thread);
  }

  /** Never two threads at once on the same files. */
  #replace(ended: Promise<void>): void {
    this.#thread = undefined;
    this.#session = ended.then(this.#start).then(
      (thread) => this.#watch(thread),
      (cause: Error) => {
        this.#log(`The embedded database cannot be started: ${cause.message}`);
        if (!this.#closing) this.#timer = setTimeout(() => this.#replace(ended), pauseMillis).unref();
        throw new DatabaseUnavailableError('The database cannot be started at the moment.', { cause });
      },
    );
    this.#session.catch(() => {}); // whoever asks for it is told
  }
}
