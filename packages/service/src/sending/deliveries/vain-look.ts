/**
 * Remembers the last look for batches that found none: it is not repeated for a while, because each costs a statement. Another
 * choice, and whoever knows of new batches, make it worth while at once.
 */
export class VainLook {
  #choice = '';
  #until = Number.NEGATIVE_INFINITY;
  #millis: number;
  #now: () => number;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(millis: number, now: () => number) {
    this.#millis = millis;
    this.#now = now;
  }

  note(choice: object): void {
    this.#choice = JSON.stringify(choice);
    this.#until = this.#now() + this.#millis;
  }

  isRepeatedBy(choice: object): boolean {
    return this.#now() < this.#until && this.#choice === JSON.stringify(choice);
  }

  forget(): void {
    this.#until = Number.NEGATIVE_INFINITY;
  }
}
