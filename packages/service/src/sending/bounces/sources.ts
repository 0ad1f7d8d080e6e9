import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** A way in for bounces. */
interface BounceSource {
  /** `mailbox`, or a provider that posts its events. */
  name: string;
  /** When it last worked. */
  readAt: Date | null;
  /** When it last failed, and why. */
  failedAt: Date | null;
  failure: string | null;
}

/** Successes and failures are stored at most this often, so that neither mails nor forged events cause a write each. */
const restMillis = 60_000;
const maxFailure = 500;

/** The ways in for bounces beside the SMTP port, and how each does, for `doctor`. */
export class BounceSources {
  #db: Db;
  /** When success and failure of each source were stored last. */
  #storedAt = new Map<string, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Records that sources are set up. */
  async add(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    await this.#db
      .insertInto('bounce_source')
      .values(names.map((name) => ({ name })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  }

  /**
   * Records that a source works, or why it does not. It never rejects: while the database is away nobody reads it, and the
   * next news follow soon.
   */
  async note(name: string, failure?: string): Promise<void> {
    const key = `${failure === undefined ? 'success' : 'failure'} ${name}`;
    const at = performance.now();
    if (at - (this.#storedAt.get(key) ?? Number.NEGATIVE_INFINITY) < restMillis) return;
    this.#storedAt.set(key, at);
    const now = sql<Date>`now()`;
    const news = failure === undefined ? { read_at: now } : { failed_at: now, failure: failure.slice(0, maxFailure) };
    await this.#db
      .insertInto('bounce_source')
      .values({ name, ...news })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(news))
      .execute()
      .catch(() => this.#storedAt.delete(key));
  }

  /** Returns the sources that were ever set up. */
  async list(): Promise<BounceSource[]> {
    return this.#db
      .selectFrom('bounce_source')
      .select(['name', 'read_at as readAt', 'failed_at as failedAt', 'failure'])
      .orderBy('name')
      .execute();
  }
}
