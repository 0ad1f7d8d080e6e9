import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/runtime/index.ts';

/** A clock that stands still, and jumps to the next timer whenever a call can only go on by waiting. Chance is always 0.5. */
export class VirtualClock implements Clock {
  #now = Date.UTC(2031, 0, 1);
  readonly #start = this.#now;
  readonly #timers = new Map<() => void, number>();

  now = () => this.#now;
  random = () => 0.5;
  after = (milliseconds: number, act: () => void) => {
    const timer = () => act();
    this.#timers.set(timer, this.#now + milliseconds);
    return () => void this.#timers.delete(timer);
  };

  /** Milliseconds since the clock was made. */
  get elapsed(): number {
    return this.#now - this.#start;
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** Runs until the promise is settled, jumping over every wait. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    promise.then(
      () => (settled = true),
      () => (settled = true),
    );
    await idle();
    while (!settled) {
      this.#jump();
      await idle();
    }
    return promise;
  }

  #jump(): void {
    const [next] = [...this.#timers].sort(([, a], [, b]) => a - b);
    if (!next) throw new Error('nothing to wait for, and the promise is not settled');
    this.#timers.delete(next[0]);
    this.#now = next[1];
    next[0]();
  }
}

// Everything in memory that can go on has gone on after some turns of the event loop.
async function idle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}
