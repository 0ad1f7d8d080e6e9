import { FairQueue } from './fair-queue.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** All connections were in use for too long. */
export class NoConnectionError extends DatabaseUnavailableError {
  override name = 'NoConnectionError';
  constructor(timeoutMillis: number) {
    super(`All connections to the database were in use for ${timeoutMillis / 1000} s.`);
  }
}

/**
 * At most so many holders at once, and fewer of one account, so that others get in at any time. Who must wait does so
 * in the line of the account.
 */
export class FairSemaphore {
  #free: number;
  #perAccount: number;
  #timeoutMillis: number;
  #held = new Map<number | undefined, number>();
  #waiting = new FairQueue<() => void>();

  constructor({ all, perAccount, timeoutMillis }: { all: number; perAccount: number; timeoutMillis: number }) {
    this.#free = all;
    this.#perAccount = perAccount;
    this.#timeoutMillis = timeoutMillis;
  }

  /** Resolves with the function that releases it. @throws NoConnectionError */
  async acquire(account: number | undefined): Promise<() => void> {
    if (!this.#waiting.isEmpty || !this.#mayAcquire(account)) await this.#wait(account);
    else this.#acquire(account);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#release(account);
    };
  }

  #mayAcquire(account: number | undefined): boolean {
    return this.#free > 0 && (account === undefined || (this.#held.get(account) ?? 0) < this.#perAccount);
  }

  #acquire(account: number | undefined): void {
    this.#free--;
    this.#held.set(account, (this.#held.get(account) ?? 0) + 1);
  }

  #release(account: number | undefined): void {
    this.#free++;
    const left = this.#held.get(account)! - 1;
    if (left === 0) this.#held.delete(account);
    else this.#held.set(account, left);
    this.#next();
  }

  #wait(account: number | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.remove(account, begin);
        reject(new NoConnectionError(this.#timeoutMillis));
      }, this.#timeoutMillis);
      this.#waiting.push(account, begin);
      this.#next();
    });
  }

  #next(): void {
    for (;;) {
      const next = this.#waiting.first((account) => this.#mayAcquire(account as number | undefined));
      if (next === undefined) return;
      this.#waiting.take(next.party);
      this.#acquire(next.party as number | undefined);
      next.item();
    }
  }
}
