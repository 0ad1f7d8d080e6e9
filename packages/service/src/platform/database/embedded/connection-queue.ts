import { FairQueue } from '../../turns/fair-queue.ts';
import { DatabaseUnavailableError } from '../unavailable.ts';
import { StatementCosts } from './statement-costs.ts';

/** Somebody waited too long for the one connection. */
export class ConnectionTimeoutError extends DatabaseUnavailableError {
  override name = 'ConnectionTimeoutError';
  constructor(timeoutMillis: number) {
    super(
      `The embedded database was busy for ${timeoutMillis / 1000} s: another caller has held a transaction open all that time.`,
    );
  }
}

/** How many statements are sent ahead of the answer to the first: enough that the database never waits for the next. */
const maxPipelined = 32;
/** Maximum total time in milliseconds of statements sent ahead, because other callers are waiting. */
const maxMillisAhead = 4;

/** Sends a statement, and tells the milliseconds that the database was busy with it. */
type Send<Answer> = (tellMillis: (millis: number) => void) => Promise<Answer>;

interface Waiting {
  alone: boolean;
  millis: number;
  begin(): void;
}

/**
 * Queue for the only connection: single statements are pipelined, a transaction has the connection alone. Next is the account
 * that has used the database for the shortest time; its work is processed in order. An account with many long statements
 * delays another one by at most one of them.
 */
export class ConnectionQueue {
  /** How many transactions had the connection until now. */
  count = 0;
  #alone = false;
  #ahead = 0;
  #millisAhead = 0;
  #queue = new FairQueue<Waiting>();
  #costs = new StatementCosts();
  #timeoutMillis: number;

  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis;
  }

  /**
   * Sends a single statement when nobody holds the connection; `send` must do so before it returns, and tell how many
   * milliseconds the database was busy with it: until the answer is read, the event loop may have done other work for much longer.
   * Rejects with ConnectionTimeoutError.
   */
  async share<Answer>(sql: string, send: Send<Answer>, account?: number): Promise<Answer> {
    const millis = this.#costs.of(sql);
    const run = () => this.#send(send, sql, millis);
    if (this.#mustWait(false, millis)) {
      return new Promise((resolve, reject) => {
        const begin = () => resolve(run());
        this.#wait(account, { alone: false, millis, begin }, reject);
      });
    }
    this.#queue.note(account, millis);
    return run();
  }

  /** Resolves when nobody else may send, with the function that gives the connection back. Rejects with ConnectionTimeoutError. */
  take(account?: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        this.count++;
        this.#alone = true;
        const began = performance.now();
        let over = false;
        resolve(() => {
          if (over) return;
          over = true;
          this.#queue.note(account, performance.now() - began);
          this.#alone = false;
          this.#next();
        });
      };
      if (this.#mustWait(true, 0)) this.#wait(account, { alone: true, millis: 0, begin }, reject);
      else begin();
    });
  }

  #mustWait(alone: boolean, millis: number): boolean {
    return !this.#queue.isEmpty || !this.#mayBegin({ alone, millis });
  }

  #mayBegin({ alone, millis }: Pick<Waiting, 'alone' | 'millis'>): boolean {
    if (this.#alone) return false;
    if (alone || this.#ahead === 0) return true;
    return this.#ahead < maxPipelined && this.#millisAhead + millis <= maxMillisAhead;
  }

  async #send<Answer>(send: Send<Answer>, sql: string, millis: number): Promise<Answer> {
    this.count++;
    this.#ahead++;
    this.#millisAhead += millis;
    try {
      return await send((busy) => this.#costs.note(sql, busy));
    } finally {
      this.#ahead--;
      this.#millisAhead = this.#ahead === 0 ? 0 : this.#millisAhead - millis;
      this.#next();
    }
  }

  #wait(account: number | undefined, { alone, millis, begin }: Waiting, reject: (error: Error) => void): void {
    const waiting: Waiting = {
      alone,
      millis,
      begin: () => {
        clearTimeout(timer);
        begin();
      },
    };
    const timer = setTimeout(() => {
      this.#queue.remove(account, waiting);
      reject(new ConnectionTimeoutError(this.#timeoutMillis));
      this.#next();
    }, this.#timeoutMillis);
    this.#queue.push(account, waiting, millis);
  }

  #next(): void {
    for (let first = this.#queue.first(); first && this.#mayBegin(first.item); first = this.#queue.first()) {
      this.#queue.take(first.party);
      first.item.begin();
    }
  }
}
