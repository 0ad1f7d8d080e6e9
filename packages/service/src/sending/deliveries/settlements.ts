/** Maximum number of statements under way: while one runs, the next one collects finished mails. More gain little. */
const most = 2;

/** The statements under way that settle finished attempts and let others go in flight. */
export class Settlements {
  /** Each with the number of connections that are reserved for it. */
  #underWay = new Map<Promise<void>, number>();

  /**
   * Number of connections that no other statement may use. The order in which statements take effect is unknown, so each reserves
   * one for each mail that it settles or starts, whichever are more. Then no more mails are recorded as in flight than there are
   * connections, and at most so many are sent twice after a crash.
   */
  get connections(): number {
    return [...this.#underWay.values()].reduce((sum, connections) => sum + connections, 0);
  }

  add(work: Promise<void>, { settled, started }: { settled: number; started: number }): void {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.set(tracked, Math.max(settled, started));
  }

  /** Waits until another statement may start. */
  async free(): Promise<void> {
    while (this.#underWay.size >= most) await Promise.race(this.#underWay.keys());
  }

  /** Waits until none is under way. */
  async over(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }
}
