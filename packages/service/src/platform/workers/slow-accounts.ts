/** How long an account counts as slow after a call of its own was ended. */
const memoryMillis = 10 * 60_000;

/** No account has this id. */
const slowParty = 0;

/**
 * Accounts whose calls were ended at a deadline. They take turns as one party: each alone leaves a thread to others, but as many
 * such accounts as there are threads would keep all of them.
 */
export class SlowAccounts {
  readonly #until = new Map<number, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(account: number | undefined): void {
    if (account === undefined) return;
    this.#until.set(account, this.#now() + memoryMillis);
  }

  /** Returns the party that an account takes its turns with. */
  partyOf(account: number | undefined): number | undefined {
    if (account === undefined || !this.#until.has(account)) return account;
    if (this.#now() < this.#until.get(account)!) return slowParty;
    this.#until.delete(account);
    return account;
  }
}
