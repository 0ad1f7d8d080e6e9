import { ShortCache } from '../cache/short-cache.ts';
import type { Db } from '../database/schema.ts';
import { perDatabase } from './per-database.ts';

/** Rows that are skipped by counting them; behind more, a page begins behind an id. */
const block = 10_000;

/** How to reach the first row of a page: the id that it comes behind, and the rows to skip from there. */
export interface PageStart {
  after: number | undefined;
  skipped: number;
}

/** Of a list in the order of its ids. */
export interface ListById {
  /** Key of the list, of one account. */
  what: string;
  /** Returns the id of the row behind so many others, all of them behind the id `after`; `undefined` if there is none. */
  idBehind(after: number | undefined, skipped: number): Promise<number | undefined>;
}

/**
 * Remembers where pages of large lists begin, so that the database does not pass all rows before a page.
 * A page begins where it began `keptMillis` ago at most, whatever rows before it are deleted meanwhile.
 */
export class PageStarts {
  readonly #startsOf: (db: Db) => ShortCache<number>;

  constructor(keptMillis: number) {
    this.#startsOf = perDatabase(() => new ShortCache<number>({ keptMillis, maxBytes: 4_000_000 }));
  }

  /** Finds the start of the page behind so many rows. */
  async find(db: Db, { what, idBehind }: ListById, skipped: number): Promise<PageStart> {
    if (skipped < block) return { after: undefined, skipped };
    const starts = this.#startsOf(db);
    const exact = starts.get(startKey(what, skipped));
    if (exact !== undefined) return { after: exact, skipped: 0 };
    const whole = skipped - (skipped % block);
    let base = whole;
    let after: number | undefined;
    while (base > 0 && after === undefined) {
      after = starts.get(startKey(what, base));
      if (after === undefined) base -= block;
    }
    if (base < whole) {
      const behind = await idBehind(after, whole - base - 1);
      if (behind === undefined) return { after, skipped: skipped - base };
      after = behind;
      this.#note(db, what, whole, after);
    }
    return { after, skipped: skipped - whole };
  }

  /** Notes where a page with these rows has begun, and where the next one begins. */
  note(db: Db, { what }: Pick<ListById, 'what'>, skipped: number, ids: readonly number[]): void {
    const [first] = ids;
    if (first === undefined || skipped + ids.length < block) return;
    if (skipped >= block) this.#note(db, what, skipped, first - 1);
    this.#note(db, what, skipped + ids.length, ids.at(-1)!);
  }

  /** A start that is known keeps its time: else it would be as old as the first visit of a page. */
  #note(db: Db, what: string, skipped: number, after: number): void {
    const starts = this.#startsOf(db);
    const key = startKey(what, skipped);
    if (starts.get(key) === undefined) starts.set(key, after, 0);
  }
}

const startKey = (what: string, skipped: number) => `${what} ${skipped}`;
