import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { accountInCharge } from '../../turns/on-behalf.ts';
import { CommitUnknownError, ConnectionLostError, DatabaseUnavailableError } from '../unavailable.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import type { Session } from './session.ts';

type Result = PostgresQueryResult<unknown>;

interface Transaction {
  session: Session;
  /** Statement that begins the transaction; sent with its first statement. */
  opening: string | undefined;
  release(): void;
  /** Statements under way. */
  running: number;
  idle: NodeJS.Timeout | undefined;
  /** It did nothing for too long, and was undone. */
  isAbandoned: boolean;
}

/** As `idle_in_transaction_session_timeout` of a server. */
class IdleTransactionError extends DatabaseUnavailableError {
  override name = 'IdleTransactionError';
  constructor(idleMillis: number) {
    super(`The transaction did nothing for ${idleMillis / 1000} s and was rolled back; nothing was changed.`);
  }
}

/**
 * Virtual connection of one client. Statements outside of transactions are pipelined with those of other clients; a
 * transaction has the database alone.
 */
class EmbeddedConnection {
  #session: () => Promise<Session>;
  #queue: ConnectionQueue;
  #idleMillis: number;
  #account = accountInCharge();
  #transaction: Transaction | undefined;

  constructor(session: () => Promise<Session>, queue: ConnectionQueue, idleMillis: number) {
    this.#session = session;
    this.#queue = queue;
    this.#idleMillis = idleMillis;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (sql === 'begin' || sql.startsWith('start transaction')) return this.#begin(sql);
    if (sql === 'commit' || sql === 'rollback') return this.#end(sql);
    const transaction = this.#transaction;
    if (transaction) return this.#runIn(transaction, sql, parameters);
    const session = await this.#session();
    return this.#queue.share(sql, (tellMillis) => session.run(sql, parameters, { tellMillis }), this.#account);
  }

  release(): void {
    if (this.#transaction) void this.#end('rollback');
  }

  async #begin(opening: string): Promise<Result> {
    const session = await this.#session();
    const release = await this.#queue.take(this.#account);
    this.#transaction = { session, opening, release, running: 0, idle: undefined, isAbandoned: false };
    this.#watch(this.#transaction);
    return done('BEGIN');
  }

  async #runIn(transaction: Transaction, sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (transaction.isAbandoned) throw new IdleTransactionError(this.#idleMillis);
    const { session, opening } = transaction;
    transaction.opening = undefined;
    transaction.running++;
    clearTimeout(transaction.idle);
    try {
      return await session.run(sql, parameters, { opening });
    } finally {
      transaction.running--;
      this.#watch(transaction);
    }
  }

  /** An idle holder of the only connection blocks everybody else. */
  #watch(transaction: Transaction): void {
    if (transaction.running > 0 || this.#transaction !== transaction) return;
    clearTimeout(transaction.idle);
    transaction.idle = setTimeout(() => {
      transaction.isAbandoned = true;
      if (transaction.opening === undefined) transaction.session.run('rollback', []).catch(() => {}); // with the thread
      transaction.release();
    }, this.#idleMillis).unref();
  }

  /** The turn ends when the last statement is sent: those of others come behind it. */
  async #end(sql: 'commit' | 'rollback'): Promise<Result> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    clearTimeout(transaction?.idle);
    if (transaction?.isAbandoned) {
      if (sql === 'commit') throw new IdleTransactionError(this.#idleMillis);
      return done('ROLLBACK');
    }
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

/** Each holder gets a connection of its own at once; what they send waits in the queue. A transaction that does nothing is undone. */
export const pooledConnection = (
  session: () => Promise<Session>,
  queue: ConnectionQueue,
  idleMillis: number,
): PostgresPoolClient => new EmbeddedConnection(session, queue, idleMillis) as unknown as PostgresPoolClient;
