import type { SpeedLevel } from '../../platform/database/schema.ts';
import { bulkPriority } from '../mail/occasion.ts';

/** How often it is a mailing's turn, by its speed level. */
const weights: Record<SpeedLevel, number> = { low: 1, medium: 4, high: 16, supersonic: 64 };
/** The part of the connections that regular mailings leave to mails that somebody waits for. */
const reserved = 0.2;

/** A batch of mails that wait to be sent. */
export interface Candidate {
  id: number;
  /** Lower ones are served first; sendouts share the lane `bulkPriority`. */
  priority: number;
  speed: SpeedLevel;
  /** Recipients who wait. */
  waiting: number;
  /** Mails in flight. */
  underWay: number;
  /** Mails that may be in flight at a time. */
  most: number;
}

/** Deals out connections: to mails that somebody waits for first, to sendouts by weighted fair shares. */
export class Shares {
  /** How much each regular mailing has had, in turns by weight. */
  #had = new Map<number, number>();

  /** Who is next for each of `free` connections out of `connections`: ids of mailings, as often as it is their turn. */
  deal(candidates: readonly Candidate[], free: number, connections: number): number[] {
    const wanting = candidates.map((candidate) => ({ ...candidate }));
    const dealt: number[] = [];
    let bulkFree = Math.max(1, Math.floor(connections * (1 - reserved))) - sum(wanting.filter(isBulk));
    this.#forgetOthers(wanting);
    while (dealt.length < free) {
      const next =
        mostUrgent(wanting.filter((candidate) => !isBulk(candidate) && isReady(candidate))) ??
        (bulkFree > 0
          ? this.#poorest(wanting.filter((candidate) => isBulk(candidate) && isReady(candidate)))
          : undefined);
      if (next === undefined) break;
      next.waiting--;
      next.underWay++;
      dealt.push(next.id);
      if (!isBulk(next)) continue;
      bulkFree--;
      this.#had.set(next.id, this.#had.get(next.id)! + 1 / weights[next.speed]);
    }
    return dealt;
  }

  #poorest(candidates: Candidate[]): Candidate | undefined {
    const had = ({ id }: Candidate) => this.#had.get(id)!;
    return candidates.reduce<Candidate | undefined>(
      (best, candidate) => (best === undefined || had(candidate) < had(best) ? candidate : best),
      undefined,
    );
  }

  /** A mailing that comes later has no claim on what others had before. */
  #forgetOthers(candidates: readonly Candidate[]): void {
    const ids = new Set(candidates.map(({ id }) => id));
    for (const id of this.#had.keys()) if (!ids.has(id)) this.#had.delete(id);
    const least = this.#had.size === 0 ? 0 : Math.min(...this.#had.values());
    for (const id of ids) if (!this.#had.has(id)) this.#had.set(id, least);
  }
}

const isReady = ({ waiting, underWay, most }: Candidate) => waiting > 0 && underWay < most;
const isBulk = ({ priority }: Candidate) => priority === bulkPriority;

/** The first one of the lowest priority. */
function mostUrgent(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (best, candidate) => (best === undefined || candidate.priority < best.priority ? candidate : best),
    undefined,
  );
}

const sum = (candidates: readonly Candidate[]) => candidates.reduce((total, { underWay }) => total + underWay, 0);
