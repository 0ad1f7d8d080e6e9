/**
 * Remembers the last poll for batches that found none. It is not repeated for a while, because each poll costs a statement, unless
 * the choice of batches changes or new batches are told of.
 */
export class VainLook {
  #choice = '';
  #until = Number.NEGATIVE_INFINITY;
  #millis: number;
  #now: () => number;

  /** @param now monotonic clock in milliseconds */
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
