import type { Db } from '../../platform/database/schema.ts';
import { clockFrom } from '../../platform/time/clock.ts';
import { allDomains, type Limit } from './bucket.ts';
import { laterTimes } from './later-times.ts';
import { limitsOf, takeFromLimits } from './store.ts';

/** Time between two reads of the limits, in milliseconds. Operators change them seldom. */
const memoryMillis = 5000;

interface Known {
  limits: ReadonlyMap<string, Limit>;
  /** Time until which a limit holds mails back, by its name. */
  blocked: Map<string, Date>;
  /** Due time of the last postponed mail, by the name of the limit. */
  queued: Map<string, Date>;
  /** The clock of the database, by which limits end. */
  now: () => Date;
  /** When they are read again, by the monotonic clock. */
  until: number;
}

/** Limits of accounts cached in one process, so that most mails need no statement for them. */
export class LimitGate {
  #known = new Map<number, Known>();

  /** Reads the limits of an account unless a recent copy is there. Call it before any other method for the account. */
  async learn(db: Db, accountId: number): Promise<void> {
    const known = this.#known.get(accountId);
    if (!known || known.until <= performance.now()) await this.relearn(db, accountId);
  }

  /** Reads the limits of an account. Forgets the state of limits that an operator has changed meanwhile. */
  async relearn(db: Db, accountId: number): Promise<void> {
    const limits = await limitsOf(db, accountId);
    const until = performance.now() + memoryMillis;
    const known = this.#known.get(accountId) ?? {
      limits,
      blocked: new Map(),
      queued: new Map(),
      now: () => new Date(),
    };
    for (const name of known.blocked.keys()) {
      if (isSame(known.limits.get(name), limits.get(name))) continue;
      known.blocked.delete(name);
      known.queued.delete(name);
    }
    this.#known.set(accountId, { ...known, limits, until });
  }

  /**
   * The limit by which no mail goes to a domain now, as far as this process knows.
   * @param awaited whether a person waits for the mail: the limit for all mails does not hold it up
   */
  blockedBy(accountId: number, domain: string, awaited = false): string | undefined {
    const known = this.#known.get(accountId);
    if (known === undefined || known.blocked.size === 0) return undefined;
    const now = known.now().getTime();
    return (awaited ? [domain] : [allDomains, domain]).find((name) => (known.blocked.get(name)?.getTime() ?? 0) > now);
  }

  /** Which of the mails to these domains may go now; they are taken out of the limits of all processes. */
  async pass(db: Db, accountId: number, domains: readonly string[], awaited = false): Promise<boolean[]> {
    const known = this.#known.get(accountId)!;
    const bound = (known.limits.has(allDomains) && !awaited) || domains.some((domain) => known.limits.has(domain));
    if (!bound) return domains.map(() => true);
    const { granted, blocked, now } = await takeFromLimits(db, accountId, domains, awaited);
    known.now = clockFrom(now);
    for (const [name, until] of blocked) known.blocked.set(name, until);
    return granted;
  }

  /** When mails go that a limit holds back: behind those that it has held back before, at its rate. */
  later(accountId: number, name: string, count: number): Date[] {
    const { limits, blocked, queued } = this.#known.get(accountId)!;
    const from = new Date(Math.max(blocked.get(name)!.getTime(), queued.get(name)?.getTime() ?? 0));
    const times = laterTimes(count, from, limits.get(name)?.perMinute ?? null);
    if (times.length > 0) queued.set(name, times.at(-1)!);
    return times;
  }
}

const isSame = (one: Limit | undefined, other: Limit | undefined): boolean =>
  one !== undefined && other !== undefined && one.perMinute === other.perMinute && one.perDay === other.perDay;
