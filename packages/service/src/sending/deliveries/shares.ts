import type { Mailing } from '../../mailings/index.ts';
import { bulkPriority } from '../mail/purpose.ts';

/** Weight of a mailing's turns, by its speed level. */
const weights: Record<Mailing['speed_level'], number> = { low: 1, medium: 4, high: 16, supersonic: 64 };

/** A batch of mails that wait to be sent. */
export interface Candidate {
  id: number;
  account: number;
  /** Lower ones are served first; sendouts share the lane `bulkPriority`. */
  priority: number;
  speed: Mailing['speed_level'];
  /** Recipients who wait. */
  waiting: number;
  /** Mails in flight. */
  underWay: number;
  /** Mails that may be in flight at a time. */
  most: number;
}

/**
 * Allocates connections: first to mails that a person waits for, then to sendouts by weighted fair shares. Accounts share
 * equally.
 */
export class Shares {
  /** Connections that each account has received. */
  #accounts = new Received();
  /** Connections that each candidate has received, divided by its weight. */
  #candidates = new Received();

  /**
   * Returns the id of a candidate for each of `free` connections; fewer if no more mails can go.
   * @param forBulk connections that sendouts may use, with those that they use already
   * @param take takes a mail of a candidate. Reports false if none of its mails can go now, because their relays are busy or
   *   in back-off; then the connection goes to another candidate.
   */
  allocate(
    candidates: readonly Candidate[],
    free: number,
    forBulk: number,
    take: (id: number) => boolean = () => true,
  ): number[] {
    const wanting = candidates.map((candidate) => ({ ...candidate }));
    const allocated: number[] = [];
    let bulkFree = forBulk - sum(wanting.filter(isBulk));
    this.#accounts.keepOnly(wanting.map(({ account }) => account));
    this.#candidates.keepOnly(wanting.map(({ id }) => id));
    while (allocated.length < free) {
      const ready = wanting.filter(isReady);
      const urgent = ready.filter((candidate) => !isBulk(candidate));
      const next = this.#poorest(urgent.length > 0 ? mostUrgent(urgent) : bulkFree > 0 ? ready : []);
      if (next === undefined) break;
      if (!take(next.id)) {
        next.waiting = 0;
        continue;
      }
      next.waiting--;
      next.underWay++;
      allocated.push(next.id);
      if (isBulk(next)) bulkFree--;
      this.#accounts.add(next.account, 1);
      this.#candidates.add(next.id, 1 / weights[next.speed]);
    }
    return allocated;
  }

  /** Of the account that has had the least, the candidate that has had the least. */
  #poorest(candidates: readonly Candidate[]): Candidate | undefined {
    const account = this.#accounts.poorest(candidates.map((candidate) => candidate.account));
    const ids = candidates.filter((candidate) => candidate.account === account).map(({ id }) => id);
    const poorest = this.#candidates.poorest(ids);
    return candidates.find(({ id }) => id === poorest);
  }
}

/** Amounts that several parties have received. */
class Received {
  #amounts = new Map<number, number>();

  /**
   * Forgets all other parties. A new party starts with the least amount of the others, so that it does not catch up on their
   * past.
   */
  keepOnly(parties: readonly number[]): void {
    const wanted = new Set(parties);
    for (const party of this.#amounts.keys()) if (!wanted.has(party)) this.#amounts.delete(party);
    const least = this.#amounts.size === 0 ? 0 : Math.min(...this.#amounts.values());
    for (const party of wanted) if (!this.#amounts.has(party)) this.#amounts.set(party, least);
  }

  add(party: number, amount: number): void {
    this.#amounts.set(party, this.#amounts.get(party)! + amount);
  }

  /** The first of those that have received the least. */
  poorest(parties: readonly number[]): number | undefined {
    return parties.reduce<number | undefined>(
      (best, party) => (best === undefined || this.#amounts.get(party)! < this.#amounts.get(best)! ? party : best),
      undefined,
    );
  }
}

const isReady = ({ waiting, underWay, most }: Candidate) => waiting > 0 && underWay < most;
const isBulk = ({ priority }: Candidate) => priority === bulkPriority;

function mostUrgent(candidates: readonly Candidate[]): Candidate[] {
  const priority = Math.min(...candidates.map((candidate) => candidate.priority));
  return candidates.filter((candidate) => candidate.priority === priority);
}

const sum = (candidates: readonly Candidate[]) => candidates.reduce((total, { underWay }) => total + underWay, 0);
