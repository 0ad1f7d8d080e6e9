/** Somebody waited too long for the one connection. */
export class TurnTimeoutError extends Error {
  override name = 'TurnTimeoutError';
}

/** One at a time, in the order of asking; nobody waits for ever. */
export class Turns {
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
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#busy = false;
      this.#queue.shift()?.();
    };
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        this.#busy = true;
        resolve();
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(called), 1);
        reject(
          new TurnTimeoutError(
            `The embedded database was busy for ${this.#timeoutMillis / 1000} s: another caller holds a transaction open.`,
          ),
        );
      }, this.#timeoutMillis);
      this.#queue.push(called);
    });
  }
}
