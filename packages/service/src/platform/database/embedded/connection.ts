import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { accountInCharge } from '../on-behalf.ts';
import { CommitUnknownError, ConnectionLostError } from '../unavailable.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import type { Session } from './session.ts';

type Result = PostgresQueryResult<unknown>;

interface Transaction {
  session: Session;
  /** What begins it; sent with its first statement. */
  opening: string | undefined;
  release(): void;
}

/**
 * What looks like a connection of its own to whoever holds it. Its statements outside of a transaction are sent ahead of
 * the answers to those of others; in a transaction it has the database alone.
 */
class EmbeddedConnection {
  #session: () => Promise<Session>;
  #queue: ConnectionQueue;
  #account = accountInCharge();
  #transaction: Transaction | undefined;

  constructor(session: () => Promise<Session>, queue: ConnectionQueue) {
    this.#session = session;
    this.#queue = queue;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (sql === 'begin' || sql.startsWith('start transaction')) return this.#begin(sql);
    if (sql === 'commit' || sql === 'rollback') return this.#end(sql);
    const transaction = this.#transaction;
    if (transaction) {
      const { session, opening } = transaction;
      transaction.opening = undefined;
      return session.run(sql, parameters, opening);
    }
    const session = await this.#session();
    return this.#queue.share(() => session.run(sql, parameters), this.#account);
  }

  release(): void {
    if (this.#transaction) void this.#end('rollback');
  }

  async #begin(opening: string): Promise<Result> {
    const session = await this.#session();
    this.#transaction = { session, opening, release: await this.#queue.take(this.#account) };
    return done('BEGIN');
  }

  /** The turn ends when the last statement is sent: those of others come behind it. */
  async #end(sql: 'commit' | 'rollback'): Promise<Result> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    const ending = transaction && transaction.opening === undefined ? transaction.session.run(sql, []) : undefined;
    transaction?.release();
    if (ending === undefined) return done(sql.toUpperCase());
    try {
      return await ending;
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error;
      if (sql === 'commit') throw new CommitUnknownError(error.cause);
      return done('ROLLBACK'); // with the thread
    }
  }
}

const done = (command: string) => ({ command, rowCount: 0, rows: [] }) as unknown as Result;

/** Each holder gets a connection of its own at once; what they send waits in the queue. */
export const pooledConnection = (session: () => Promise<Session>, queue: ConnectionQueue): PostgresPoolClient =>
  new EmbeddedConnection(session, queue) as unknown as PostgresPoolClient;
