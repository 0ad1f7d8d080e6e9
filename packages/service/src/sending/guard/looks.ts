import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type Hooks, hooksOf } from '../../platform/hooks/hooks.ts';

/** Mailings whose events one process remembers. */
const maxMailings = 10_000;
/** Share of the events of a mailing after which they are looked at again, so that looking takes little time of a large sendout. */
const step = 0.1;

interface Seen {
  events: number;
  /** Number of events from which on the next look is due. */
  due: number;
}

/**
 * Decides when a process looks at what has gone wrong in a sendout: at its first mails, because a process that was killed may
 * have missed something; at each of the first events; and then whenever there are a tenth more.
 */
export class Looks {
  #mailings = new BoundedMap<string, Seen>(maxMailings);

  /** Counts events of a mailing. Reports whether it is time to look. */
  areDue(accountId: number, mailingId: number, events: number): boolean {
    const key = `${accountId} ${mailingId}`;
    const before = this.#mailings.get(key);
    if (before !== undefined && events === 0) return false;
    const seen = (before?.events ?? 0) + events;
    const isDue = before === undefined || seen >= before.due;
    const due = isDue ? seen + Math.max(1, Math.floor(seen * step)) : before.due;
    this.#mailings.set(key, { events: seen, due });
    return isDue;
  }
}

const looks = new WeakMap<Hooks, Looks>();

/** The looks of this process at the sendouts of a database. */
export function looksAt(db: Db): Looks {
  const hooks = hooksOf(db);
  const known = looks.get(hooks) ?? new Looks();
  looks.set(hooks, known);
  return known;
}
