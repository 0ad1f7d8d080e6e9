import { DatabaseUnavailableError } from '../unavailable.ts';

/** Somebody waited too long for the one connection. */
export class TurnTimeoutError extends DatabaseUnavailableError {
  override name = 'TurnTimeoutError';
  constructor(timeoutMillis: number) {
    super(
      `The embedded database was busy for ${timeoutMillis / 1000} s: another caller has held a transaction open all that time.`,
    );
  }
}

/** One at a time, in the order of asking; nobody waits for ever. */
export class Turns {
  /** How many turns were taken until now. */
  count = 0;
  #busy = false;
  #queue: (() => void)[] = [];
  #timeoutMillis: number;

  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis;
  }

  /** Resolves when it is the caller's turn, with the function that ends it. Rejects with TurnTimeoutError. */
  async take(): Promise<() => void> {
    if (this.#busy) await this.#wait();
    this.#busy = true;
    this.count++;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      const next = this.#queue.shift();
      if (next) next();
      else this.#busy = false;
    };
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(called), 1);
        reject(new TurnTimeoutError(this.#timeoutMillis));
      }, this.#timeoutMillis);
      this.#queue.push(called);
    });
  }
}
