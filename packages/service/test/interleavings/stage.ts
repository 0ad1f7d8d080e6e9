import { setImmediate as immediate } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Random } from '../support/random.ts';

/** What an actor is about to do: a statement, or handing a mail over. */
interface Step {
  actor: string;
  label: string;
  /** Of the server process that runs the statement, if it is one. */
  pid: number | undefined;
  /** Settles when the step is over. */
  perform(): Promise<void>;
}

/** Rounds of the event loop in which actors come to their next step when nothing is in their way. */
const roundsToRest = 4;
/** The same while nobody has a step: somebody may still wait for a thread or the network. */
const roundsToIdle = 200;
/** Resolves after a millisecond: most statements are over sooner, unless they wait for a lock. Tests move other timers. */
const realTimeout = globalThis.setTimeout;
const aMoment = () => new Promise((resolve) => realTimeout(resolve, 1));
/** In so many of 100 steps, timers come first. */
const timersPercent = 5;

/**
 * Lets actors act one step at a time, in an order that a seed decides. A statement that waits for a lock lets the others
 * go on. Timers of the actors run only when the stage lets time pass.
 */
export class Stage {
  #random: Random;
  #isBlocked: (pid: number) => Promise<boolean>;
  #waiting: Step[] = [];
  #blocked = new Set<Step>();
  #dead = new Set<string>();
  #playing = new Set<string>();
  #holds: Promise<unknown>[] = [];
  /** The steps that were taken, in their order. */
  readonly history: string[] = [];

  /** @param isBlocked whether a server process waits for a lock */
  constructor(random: Random, isBlocked: (pid: number) => Promise<boolean>) {
    this.#random = random;
    this.#isBlocked = isBlocked;
  }

  /** Performs a step when it is its turn; never, if its actor dies before. */
  step<Result>(actor: string, label: string, run: () => Promise<Result>, pid?: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#dead.has(actor)) return;
      const perform = () =>
        run().then(
          (result) => void (this.#dead.has(actor) || resolve(result)),
          (error) => void (this.#dead.has(actor) || reject(error)),
        );
      this.#waiting.push({ actor, label, pid, perform });
    });
  }

  /** Adds an actor, who acts until `act` resolves. */
  enter(actor: string, act: () => Promise<void>): void {
    this.#playing.add(actor);
    act().then(
      () => this.#playing.delete(actor),
      (error: Error) => {
        this.#playing.delete(actor);
        this.#failure ??= new Error(`${actor} failed: ${error.message}`, { cause: error });
      },
    );
  }
  #failure: Error | undefined;

  /** Ends an actor at once, like a process that is killed: what it has begun goes on, and it hears of nothing. */
  kill(actor: string): void {
    this.#dead.add(actor);
    this.#playing.delete(actor);
    this.#waiting = this.#waiting.filter((step) => step.actor !== actor);
    this.history.push(`${actor} is killed`);
  }

  /** Lets nobody act until the work is done, such as a look at the tables. */
  hold<Result>(work: () => Promise<Result>): Promise<Result> {
    const held = work();
    this.#holds.push(held.catch(() => {}));
    return held;
  }

  /** Actors of which a statement has begun and waits for a lock. */
  get blocked(): Set<string> {
    return new Set(Array.from(this.#blocked, ({ actor }) => actor));
  }

  /** Plays until all actors have come to their end or were killed. */
  async play(): Promise<void> {
    for (let idle = 0; this.#playing.size > 0; ) {
      await this.#rest();
      if (this.#failure) throw this.#failure;
      if (this.#waiting.length > 0 && this.#random(100) >= timersPercent) {
        idle = 0;
        await this.#perform(this.#waiting.splice(this.#random(this.#waiting.length), 1)[0]!);
      } else if (this.#waiting.length > 0 || ++idle > roundsToIdle) {
        idle = 0;
        await vi.advanceTimersToNextTimerAsync();
      } else {
        await immediate();
      }
    }
    while (this.#blocked.size > 0) await aMoment();
    if (this.#failure) throw this.#failure;
  }

  async #rest(): Promise<void> {
    for (let round = 0; round < roundsToRest || this.#holds.length > 0; round++) {
      await Promise.all(this.#holds.splice(0));
      await immediate();
    }
  }

  /** Resolves when the step is over, or waits for a lock that somebody else has. */
  async #perform(step: Step): Promise<void> {
    this.history.push(`${step.actor}: ${step.label}`);
    this.#blocked.add(step);
    let isOver = false;
    const over = step.perform().then(() => {
      isOver = true;
      this.#blocked.delete(step);
    });
    if (step.pid === undefined) return over;
    while (!isOver) {
      await Promise.race([over, aMoment()]);
      if (!isOver && (await this.#isBlocked(step.pid))) return;
    }
  }
}
