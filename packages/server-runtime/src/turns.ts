/** Work that pauses: `next` does a bounded part of it. */
export type Parts<T> = Generator<unknown, T, undefined>;

interface Task {
  /** Does a part; true if it was the last one. */
  advance(): boolean;
}

/** Milliseconds for which parts of one client are done at a stretch. A short request may wait for a dozen stretches. */
const stretchMillis = 2;

/** Runs a function after what waits for the event loop. */
const soon = (run: () => void): unknown => (globalThis.setImmediate ?? setTimeout)(run);

/**
 * Does long work of many clients on one thread. In a turn of the event loop one client gets a stretch of time for the first of
 * its tasks, then the next client, so that neither other requests nor other clients wait for the whole of it.
 */
export class Turns {
  /** Tasks by client, in the order of their next turns; none is empty. */
  readonly #lines = new Map<unknown, Task[]>();
  readonly #now: () => number;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  run<T>(client: unknown, parts: Parts<T>): Promise<T> {
    return this.#add(client, () => parts.next());
  }

  /** Does work that cannot pause in a turn of its client. */
  once<T>(client: unknown, work: () => T): Promise<T> {
    return this.#add(client, () => ({ done: true, value: work() }));
  }

  #add<T>(client: unknown, next: () => IteratorResult<unknown, T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const advance = () => {
        try {
          const part = next();
          if (part.done) resolve(part.value);
          return part.done === true;
        } catch (error) {
          reject(error);
          return true;
        }
      };
      if (this.#lines.size === 0) soon(() => this.#turn());
      const line = this.#lines.get(client);
      if (line) line.push({ advance });
      else this.#lines.set(client, [{ advance }]);
    });
  }

  #turn(): void {
    const [next] = this.#lines;
    if (next === undefined) return;
    const [client, line] = next;
    const end = this.#now() + stretchMillis;
    let done: boolean;
    do done = line[0]!.advance();
    while (!done && this.#now() < end);
    if (done) line.shift();
    this.#lines.delete(client);
    if (line.length > 0) this.#lines.set(client, line);
    if (this.#lines.size > 0) soon(() => this.#turn());
  }
}

/** Turns of this thread: one event loop needs one order for all long work. */
export const turns = new Turns();
