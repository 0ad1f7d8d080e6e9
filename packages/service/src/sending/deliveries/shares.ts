import type { Mailing } from '../../mailings/index.ts';
import { bulkPriority } from '../mail/purpose.ts';

/** How often it is a mailing's turn, by its speed level. */
const weights: Record<Mailing['speed_level'], number> = { low: 1, medium: 4, high: 16, supersonic: 64 };
/** The part of the connections that regular mailings leave to mails that somebody waits for. */
const reserved = 0.2;

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

/** Deals out connections: to mails that somebody waits for first, to sendouts by weighted fair shares; accounts share equally. */
export class Shares {
  /** How much each account has had, in turns. */
  #accounts = new Received();
  /** How much each candidate of the account has had, in turns by weight. */
  #candidates = new Received();

  /** Returns who is next for each of `free` connections out of `connections`: ids, as often as it is their turn. */
  deal(candidates: readonly Candidate[], free: number, connections: number): number[] {
    const wanting = candidates.map((candidate) => ({ ...candidate }));
    const dealt: number[] = [];
    let bulkFree = Math.max(1, Math.floor(connections * (1 - reserved))) - sum(wanting.filter(isBulk));
    this.#accounts.keepOnly(wanting.map(({ account }) => account));
    this.#candidates.keepOnly(wanting.map(({ id }) => id));
    while (dealt.length < free) {
      const ready = wanting.filter(isReady);
      const urgent = ready.filter((candidate) => !isBulk(candidate));
      const next = this.#poorest(urgent.length > 0 ? mostUrgent(urgent) : bulkFree > 0 ? ready : []);
      if (next === undefined) break;
      next.waiting--;
      next.underWay++;
      dealt.push(next.id);
      if (isBulk(next)) bulkFree--;
      this.#accounts.add(next.account, 1);
      this.#candidates.add(next.id, 1 / weights[next.speed]);
    }
    return dealt;
  }

  /** Of the account that has had the least, the candidate that has had the least. */
  #poorest(candidates: readonly Candidate[]): Candidate | undefined {
    const account = this.#accounts.poorest(candidates.map((candidate) => candidate.account));
    const ids = candidates.filter((candidate) => candidate.account === account).map(({ id }) => id);
    const poorest = this.#candidates.poorest(ids);
    return candidates.find(({ id }) => id === poorest);
  }
}

/** How much each of several parties has received. */
class Received {
  #amounts = new Map<number, number>();

  /** Forgets all other parties. One that comes later has no claim on what others had before. */
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
