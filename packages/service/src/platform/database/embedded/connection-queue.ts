import { FairQueue } from '../../turns/fair-queue.ts';
import { DatabaseUnavailableError } from '../unavailable.ts';

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

interface Waiting {
  alone: boolean;
  begin(): void;
}

/**
 * Who may send statements over the one connection: single statements behind each other without waiting for answers, a
 * transaction alone. Accounts take turns of one transaction or 32 single statements, and what is done for one of them goes in
 * the order of asking: one with many transactions keeps another waiting for one of them at most. Nobody waits for ever.
 */
export class ConnectionQueue {
  /** How many transactions had the connection until now. */
  count = 0;
  #alone = false;
  #ahead = 0;
  #queue = new FairQueue<Waiting>(maxPipelined);
  #timeoutMillis: number;

  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis;
  }

  /** Sends a single statement when nobody holds the connection; `send` must do so before it returns. Rejects with ConnectionTimeoutError. */
  async share<Answer>(send: () => Promise<Answer>, account?: number): Promise<Answer> {
    if (this.#mustWait(false)) {
      return new Promise((resolve, reject) => {
        this.#wait(account, false, () => resolve(this.#send(send)), reject);
      });
    }
    return this.#send(send);
  }

  /** Resolves when nobody else may send, with the function that gives the connection back. Rejects with ConnectionTimeoutError. */
  take(account?: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        this.count++;
        this.#alone = true;
        let over = false;
        resolve(() => {
          if (over) return;
          over = true;
          this.#alone = false;
          this.#next();
        });
      };
      if (this.#mustWait(true)) this.#wait(account, true, begin, reject);
      else begin();
    });
  }

  #mustWait(alone: boolean): boolean {
    return !this.#queue.isEmpty || !this.#mayBegin(alone);
  }

  #mayBegin(alone: boolean): boolean {
    return !this.#alone && (alone || this.#ahead < maxPipelined);
  }

  async #send<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    this.count++;
    this.#ahead++;
    try {
      return await send();
    } finally {
      this.#ahead--;
      this.#next();
    }
  }

  #wait(account: number | undefined, alone: boolean, begin: () => void, reject: (error: Error) => void): void {
    const waiting: Waiting = {
      alone,
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
    this.#queue.push(account, waiting, alone ? maxPipelined : 1);
  }

  #next(): void {
    for (let first = this.#queue.first(); first && this.#mayBegin(first.item.alone); first = this.#queue.first()) {
      this.#queue.take(first.party);
      first.item.begin();
    }
  }
}
