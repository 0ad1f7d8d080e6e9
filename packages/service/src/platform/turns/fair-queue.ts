interface Waiting<Item> {
  item: Item;
  cost: number;
}

/** A line for each party. A turn is worth so much; when what one party got in its turn has cost as much, it is the next one's. */
export class FairQueue<Item> {
  /** In the order of their turns; none is empty. */
  #lines = new Map<unknown, Waiting<Item>[]>();
  #turn: number;
  #spent = 0;

  constructor(turn = 1) {
    this.#turn = turn;
  }

  /** @param cost of the item; by default a whole turn */
  push(party: unknown, item: Item, cost = this.#turn): void {
    const line = this.#lines.get(party);
    if (line) line.push({ item, cost });
    else this.#lines.set(party, [{ item, cost }]);
  }

  /** The first of the party whose turn it is, of those that may go. */
  first(mayGo: (party: unknown) => boolean = () => true): { party: unknown; item: Item } | undefined {
    for (const [party, [first]] of this.#lines) if (mayGo(party)) return { party, item: first!.item };
    return undefined;
  }

  /** Takes out an item that gave up waiting. */
  remove(party: unknown, item: Item): void {
    const line = this.#lines.get(party) ?? [];
    const left = line.filter((waiting) => waiting.item !== item);
    if (left.length > 0) this.#lines.set(party, left);
    else this.#lines.delete(party);
  }

  /** Takes out what `first` gave: it was that party's turn. */
  take(party: unknown): void {
    const [current] = this.#lines.keys();
    const line = this.#lines.get(party);
    const waiting = line?.shift();
    if (!line || !waiting) return;
    if (party === current) this.#spent += waiting.cost;
    if (party === current && line.length > 0 && this.#spent < this.#turn) return;
    if (party === current) this.#spent = 0;
    this.#lines.delete(party);
    if (line.length > 0) this.#lines.set(party, line);
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }
}
