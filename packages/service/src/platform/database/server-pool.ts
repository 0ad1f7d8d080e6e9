import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { FairSemaphore } from '../turns/fair-semaphore.ts';
import { accountInCharge } from '../turns/on-behalf.ts';
import { execute } from './server-execution.ts';
import { isOutOfDate, Statements } from './statements.ts';
import { CommitUnknownError, ConnectionLostError, DatabaseUnavailableError, unavailableReason } from './unavailable.ts';

/** SQLSTATEs after which the server ends the connection. */
const fatal = /^(?:08|57P|25P0[34])/;
/** How many connections are held at once, and how many of them for one account. */
export const mostConnections = 10;
const mostOfAccount = 5;
/** Waiting longer than this for a connection is an error, not a queue. */
export const connectionTimeoutMillis = 60_000;
/** Statements that PostgreSQL plans. */
const planned = /^\s*(?:select|with|insert|update|delete|merge)\b/i;

export interface ServerPoolOptions {
  log(line: string): void;
  /** Prepare statements once for each connection; a pooler that lends connections for a transaction may not allow it. */
  preparedStatements: boolean;
  /** A statement that runs for longer is ended, and so is a transaction that does nothing for so long; 0 for never. */
  timeoutMillis: number;
}

/** All connections were in use for too long. */
class NoConnectionError extends DatabaseUnavailableError {
  override name = 'NoConnectionError';
  constructor(timeoutMillis: number) {
    super(`All connections to the database were in use for ${timeoutMillis / 1000} s.`);
  }
}

/** State of a connection. */
interface Connection {
  lost: boolean;
  outOfDate: boolean;
  statements: Statements | undefined;
}

/**
 * pg's pool as Kysely uses it, with prepared statements and with errors that tell whose fault they are. A lost connection
 * ends nothing but its own work.
 */
export function serverPool(pool: pg.Pool, { log, preparedStatements }: ServerPoolOptions): PostgresPool {
  const semaphore = new FairSemaphore({
    all: mostConnections,
    perAccount: mostOfAccount,
    timeout: { millis: connectionTimeoutMillis, error: () => new NoConnectionError(connectionTimeoutMillis) },
  });
  const connections = new WeakMap<pg.PoolClient, Connection>();
  pool.on('connect', (client) => {
    const statements = preparedStatements ? new Statements() : undefined;
    const connection: Connection = { lost: false, outOfDate: false, statements };
    connections.set(client, connection);
    // pg's pool listens to idle clients only; the error of a busy one without a listener would end the process.
    client.on('error', (error) => {
      if (!connection.lost) log(`A connection to PostgreSQL was lost: ${error.message}`);
      connection.lost = true;
    });
  });
  pool.on('error', () => {}); // what the client has told already
  return {
    options: {},
    connect: async () => {
      const release = await semaphore.acquire(accountInCharge());
      try {
        const client = await pool.connect();
        return lend(client, connections.get(client)!, release);
      } catch (error) {
        release();
        log(`PostgreSQL cannot be reached: ${reasonOf(error)}`);
        throw new ConnectionLostError(error);
      }
    },
    end: () => pool.end(),
  };
}

/** What the driver itself says of a connection that it knows to be gone, a moment before it tells so by an event. */
const unusable = /is not queryable$|^Connection terminated/;

function lend(client: pg.PoolClient, connection: Connection, leave: () => void): PostgresPoolClient {
  /** What begins the transaction; sent with its first statement. */
  let opening: string | undefined;
  const query = async (text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    // The server has undone what was not committed.
    if (text === 'rollback' && connection.lost) return done('ROLLBACK');
    if (text === 'begin' || text.startsWith('start transaction')) {
      opening = text;
      return done('BEGIN');
    }
    const values = parameters.map(prepareValue);
    const first = opening;
    opening = undefined;
    if (first !== undefined && (text === 'commit' || text === 'rollback')) return done(text.toUpperCase());
    try {
      if (planned.test(text))
        return await execute(client, connection.statements, { sql: text, parameters, values, opening: first });
      if (first !== undefined) await client.query(first);
      return (await client.query(text, values)) as PostgresQueryResult<never>;
    } catch (error) {
      const failure = error as { code?: string; message: string };
      if (isOutOfDate(failure.code)) connection.outOfDate = true;
      connection.lost ||= fatal.test(failure.code ?? '') || unusable.test(failure.message);
      if (!connection.lost) throw unavailableReason(failure) ?? error;
      throw text === 'commit' ? new CommitUnknownError(error) : new ConnectionLostError(error);
    }
  };
  const release = (destroy = false) => {
    client.release(destroy || connection.lost || connection.outOfDate);
    leave();
  };
  return { query: query as PostgresPoolClient['query'], release };
}

const done = (command: string) => ({ command, rowCount: 0, rows: [] }) as unknown as PostgresQueryResult<unknown>;

/** A failed connection over several addresses is one error without a message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
