/** While one statement is on its way, mails come to their end that the next one settles. More of them gain little. */
const most = 2;

/** The statements under way that settle finished attempts and let others go in flight. */
export class Settlements {
  /** Each with the connections that are kept for it. */
  #underWay = new Map<Promise<void>, number>();

  /**
   * Connections that no other statement may give away. In which order statements take effect is unknown, so each has as many
   * as the mails that it settles or as those that it lets go, whichever are more: then no more mails stand in flight in the
   * database than there are connections, and so many at most are sent twice after a crash.
   */
  get connections(): number {
    return [...this.#underWay.values()].reduce((sum, connections) => sum + connections, 0);
  }

  add(work: Promise<void>, { settled, started }: { settled: number; started: number }): void {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.set(tracked, Math.max(settled, started));
  }

  /** Waits until another one may go. */
  async free(): Promise<void> {
    while (this.#underWay.size >= most) await Promise.race(this.#underWay.keys());
  }

  /** Waits until none is under way. */
  async over(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }
}
