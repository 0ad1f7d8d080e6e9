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

const rests = 'rests';

/** Rounds of the event loop in which actors come to their next step when nothing is in their way. */
const roundsToRest = 4;
/** The same while nobody has a step: somebody may still wait for a thread or the network. */
const roundsToIdle = 200;
/** Resolves after a millisecond: most statements are over sooner, unless they wait for a lock. Tests move other timers. */
const realTimeout = globalThis.setTimeout;
const aMoment = () => new Promise((resolve) => realTimeout(resolve, 1));
/** In so many of 100 steps, timers come first. */
const timersPercent = 5;
/** How often an actor acts beside others: what happens only when somebody stands still for long is found too. */
const paces = [1, 8, 64];
/** A play is over long before; with more, somebody waits for what does not come. */
const mostTurns = 3_000_000;
/** In so many of 100 steps, the paces change. */
const newPacesPercent = 4;

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
  #frozen = new Set<string>();
  #playing = new Set<string>();
  #steps = new Map<string, number>();
  #paces = new Map<string, number>();
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

  /** Whether an actor has not come to its end yet. */
  acts(actor: string): boolean {
    return this.#playing.has(actor);
  }

  /** Number of steps that an actor has taken, without rests. */
  stepsOf(actor: string): number {
    return this.#steps.get(actor) ?? 0;
  }

  /** Lets an actor leave a step to others. */
  rest(actor: string): Promise<void> {
    return this.step(actor, rests, async () => {});
  }

  /** Stops an actor like a process that the operating system does not run: it takes its next step after `thaw`. */
  freeze(actor: string): void {
    this.#frozen.add(actor);
    this.history.push(`${actor} stands still`);
  }

  isFrozen(actor: string): boolean {
    return this.#frozen.has(actor);
  }

  thaw(actor: string): void {
    this.#frozen.delete(actor);
    this.history.push(`${actor} goes on`);
  }

  /** Actors of which a statement has begun and waits for a lock. */
  get blocked(): Set<string> {
    return new Set(Array.from(this.#blocked, ({ actor }) => actor));
  }

  /** Plays until all actors have come to their end or were killed. */
  async play(): Promise<void> {
    for (let idle = 0, turns = 0; this.#playing.size > 0; turns++) {
      await this.#rest();
      if (this.#failure) throw this.#failure;
      if (turns > mostTurns) throw new Error(`nobody gets on:\n${this.history.join('\n')}`);
      const ready = this.#waiting.filter(({ actor }) => !this.#frozen.has(actor));
      if (ready.length > 0 && this.#random(100) >= timersPercent) {
        idle = 0;
        await this.#perform(this.#next(ready));
      } else if (ready.length > 0 || ++idle > roundsToIdle) {
        idle = 0;
        await vi.advanceTimersToNextTimerAsync();
      } else {
        await immediate();
      }
    }
    while (this.#blocked.size > 0) await aMoment();
    if (this.#failure) throw this.#failure;
  }

  /** Takes the step of which it is the turn. */
  #next(ready: readonly Step[]): Step {
    if (this.#random(100) < newPacesPercent) this.#paces.clear();
    const pacesOfReady = ready.map(({ actor }) => this.#paceOf(actor));
    let left = this.#random(pacesOfReady.reduce((sum, pace) => sum + pace, 0));
    const index = pacesOfReady.findIndex((pace) => {
      left -= pace;
      return left < 0;
    });
    const next = ready[index]!;
    this.#waiting = this.#waiting.filter((step) => step !== next);
    return next;
  }

  #paceOf(actor: string): number {
    const pace = this.#paces.get(actor) ?? paces[this.#random(paces.length)]!;
    this.#paces.set(actor, pace);
    return pace;
  }

  async #rest(): Promise<void> {
    for (let round = 0; round < roundsToRest; round++) await immediate();
  }

  /** Resolves when the step is over, or waits for a lock that somebody else has. */
  async #perform(step: Step): Promise<void> {
    if (step.label !== rests) {
      this.history.push(`${step.actor}: ${step.label}`);
      this.#steps.set(step.actor, this.stepsOf(step.actor) + 1);
    }
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
