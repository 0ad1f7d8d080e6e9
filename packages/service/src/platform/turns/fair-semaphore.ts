import { FairQueue } from './fair-queue.ts';

export interface FairSemaphoreOptions {
  /** Maximum number of holders. */
  all: number;
  /** Maximum number of holders of one account, so that others get in at any time. */
  perAccount: number;
  /** Ends waits that are too long with this error; without it a wait has no end. */
  timeout?: { millis: number; error(): Error };
}

/**
 * A counting semaphore; next of the waiting accounts is the one that held it for the shortest time. Work of the service itself
 * (no account) is limited by `all` alone.
 */
export class FairSemaphore {
  #free: number;
  #perAccount: number;
  #timeout: FairSemaphoreOptions['timeout'];
  #held = new Map<number | undefined, number>();
  #waiting = new FairQueue<() => void>();

  constructor({ all, perAccount, timeout }: FairSemaphoreOptions) {
    this.#free = all;
    this.#perAccount = perAccount;
    this.#timeout = timeout;
  }

  /** Resolves with the function that releases it; further calls of that function do nothing. Rejects with the error of `timeout`. */
  async acquire(account: number | undefined): Promise<() => void> {
    if (!this.#waiting.isEmpty || !this.#mayAcquire(account)) await this.#wait(account);
    else this.#acquireAtOnce(account);
    const began = performance.now();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#waiting.note(account, performance.now() - began);
      this.#release(account);
    };
  }

  /** Runs `work` while holding the semaphore. */
  async run<Result>(account: number | undefined, work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(account);
    try {
      return await work();
    } finally {
      release();
    }
  }

  get isUnused(): boolean {
    return this.#held.size === 0 && this.#waiting.isEmpty;
  }

  #mayAcquire(account: number | undefined): boolean {
    return this.#free > 0 && (account === undefined || (this.#held.get(account) ?? 0) < this.#perAccount);
  }

  #acquireAtOnce(account: number | undefined): void {
    this.#waiting.note(account, 1);
    this.#acquire(account);
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
      const timeout = this.#timeout;
      const timer =
        timeout &&
        setTimeout(() => {
          this.#waiting.remove(account, begin);
          reject(timeout.error());
        }, timeout.millis);
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
