interface Waiting<Item> {
  item: Item;
  cost: number;
}

/** Parties that wait for nothing and are remembered. */
const mostRemembered = 1000;

/** A line for each party; next is the first in line of the party that got least until now (start-time fair queueing). */
export class FairQueue<Item> {
  /** In the order of arrival; none is empty. */
  #lines = new Map<unknown, Waiting<Item>[]>();
  /** Cost of what each party got. Parties without an entry start at the level of the one that was served last. */
  #received = new Map<unknown, number>();
  #level = 0;

  /** @param cost of the item, in a unit of the caller's choice */
  push(party: unknown, item: Item, cost = 1): void {
    const line = this.#lines.get(party);
    if (line) line.push({ item, cost });
    else this.#lines.set(party, [{ item, cost }]);
    this.#received.set(party, this.#receivedBy(party));
  }

  /** The next item, of the parties that may go. */
  first(mayGo: (party: unknown) => boolean = () => true): { party: unknown; item: Item } | undefined {
    let best: unknown;
    let least = Number.POSITIVE_INFINITY;
    for (const party of this.#lines.keys()) {
      const received = this.#received.get(party)!;
      if (received >= least || !mayGo(party)) continue;
      best = party;
      least = received;
    }
    if (least === Number.POSITIVE_INFINITY) return undefined;
    return { party: best, item: this.#lines.get(best)![0]!.item };
  }

  /** Takes out an item that gave up waiting. */
  remove(party: unknown, item: Item): void {
    const line = this.#lines.get(party) ?? [];
    this.#keep(
      party,
      line.filter((waiting) => waiting.item !== item),
    );
  }

  /** Takes out what `first` gave. */
  take(party: unknown): void {
    const line = this.#lines.get(party);
    const waiting = line?.shift();
    if (!line || !waiting) return;
    this.note(party, waiting.cost);
    // Behind parties that have received as much.
    this.#lines.delete(party);
    this.#keep(party, line);
  }

  /** Something was given to the party, in or out of turn. */
  note(party: unknown, cost: number): void {
    const received = this.#receivedBy(party);
    this.#level = received;
    this.#received.set(party, received + cost);
    if (this.#received.size > this.#lines.size + mostRemembered) this.#forget();
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Nobody gains by having asked for nothing in the past. */
  #receivedBy(party: unknown): number {
    return Math.max(this.#received.get(party) ?? 0, this.#level);
  }

  #keep(party: unknown, line: Waiting<Item>[]): void {
    if (line.length > 0) this.#lines.set(party, line);
    else this.#lines.delete(party);
  }

  #forget(): void {
    for (const [party, received] of this.#received)
      if (received <= this.#level && !this.#lines.has(party)) this.#received.delete(party);
  }
}
