/** Accounts beyond this number count as never served. */
const maxRemembered = 1000;

/** Remembers in which order accounts were served, so that the next turn goes to the one that waits longest. */
export class AccountTurns {
  #served = new Set<number>();

  /** Accounts that were served, the one that waits longest first; accounts that are not listed come before all of these. */
  get served(): number[] {
    return [...this.#served];
  }

  note(accountId: number): void {
    this.#served.delete(accountId);
    this.#served.add(accountId);
    if (this.#served.size > maxRemembered) this.#served.delete(this.#served.values().next().value!);
  }
}
