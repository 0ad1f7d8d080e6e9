import { FairQueue } from './fair-queue.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** All connections were in use for too long. */
export class NoPlaceError extends DatabaseUnavailableError {
  override name = 'NoPlaceError';
  constructor(timeoutMillis: number) {
    super(`All connections to the database were in use for ${timeoutMillis / 1000} s.`);
  }
}

/**
 * So many may be inside at once, and fewer of one account, so that others find a place at any time. Who must wait does so
 * in the line of the account.
 */
export class Places {
  #free: number;
  #perAccount: number;
  #timeoutMillis: number;
  #inside = new Map<number | undefined, number>();
  #waiting = new FairQueue<() => void>();

  constructor({ all, perAccount, timeoutMillis }: { all: number; perAccount: number; timeoutMillis: number }) {
    this.#free = all;
    this.#perAccount = perAccount;
    this.#timeoutMillis = timeoutMillis;
  }

  /** Resolves with the function that gives the place back. @throws NoPlaceError */
  async take(account: number | undefined): Promise<() => void> {
    if (!this.#waiting.isEmpty || !this.#mayEnter(account)) await this.#wait(account);
    else this.#enter(account);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave(account);
    };
  }

  #mayEnter(account: number | undefined): boolean {
    return this.#free > 0 && (account === undefined || (this.#inside.get(account) ?? 0) < this.#perAccount);
  }

  #enter(account: number | undefined): void {
    this.#free--;
    this.#inside.set(account, (this.#inside.get(account) ?? 0) + 1);
  }

  #leave(account: number | undefined): void {
    this.#free++;
    const left = this.#inside.get(account)! - 1;
    if (left === 0) this.#inside.delete(account);
    else this.#inside.set(account, left);
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
        reject(new NoPlaceError(this.#timeoutMillis));
      }, this.#timeoutMillis);
      this.#waiting.push(account, begin);
      this.#next();
    });
  }

  #next(): void {
    for (;;) {
      const next = this.#waiting.first((account) => this.#mayEnter(account as number | undefined));
      if (next === undefined) return;
      this.#waiting.take(next.party);
      this.#enter(next.party as number | undefined);
      next.item();
    }
  }
}
