import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { FairSemaphore } from '../turns/fair-semaphore.ts';
import { accountInCharge } from '../turns/on-behalf.ts';
import type { Target } from './server-address.ts';
import type { ServerClient } from './server-client.ts';
import { execute } from './server-execution.ts';
import { SilentServers, type WatchedConnection } from './silent-servers.ts';
import { isOutOfDate, Statements } from './statements.ts';
import {
  CommitUnknownError,
  ConnectionLostError,
  DatabaseUnavailableError,
  reasonOf,
  unavailableReason,
} from './unavailable.ts';

/** SQLSTATEs after which the server ends the connection. */
const fatal = /^(?:08|57P|25P0[34])/;
/** SQLSTATE of a change on a server that takes none. */
const readOnly = '25006';
/** How many connections are held at once, and how many of them for one account. */
export const mostConnections = 10;
const mostOfAccount = 5;
/** Waiting longer than this for a connection is an error, not a queue. */
const connectionTimeoutMillis = 60_000;
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
interface Connection extends WatchedConnection {
  lost: boolean;
  outOfDate: boolean;
  statements: Statements | undefined;
  /** Whether the server must take changes. */
  changes: boolean;
}

interface Lending extends ServerPoolOptions {
  /** Takes a connection of the pool that is idle, or opens one. */
  connect(): Promise<pg.PoolClient>;
  target: Target;
}

/**
 * pg's pool as Kysely uses it, with prepared statements and with errors that tell whose fault they are. A lost connection
 * ends nothing but its own work.
 */
export function serverPool(pool: pg.Pool, options: Lending): PostgresPool {
  const { log, preparedStatements, timeoutMillis, connect, target } = options;
  const silentServers = new SilentServers(timeoutMillis);
  const changes = target === 'read-write' || target === 'primary';
  const semaphore = new FairSemaphore({
    all: mostConnections,
    perAccount: mostOfAccount,
    timeout: { millis: connectionTimeoutMillis, error: () => new NoConnectionError(connectionTimeoutMillis) },
  });
  const connections = new WeakMap<pg.PoolClient, Connection>();
  pool.on('connect', (client) => {
    const statements = preparedStatements ? new Statements() : undefined;
    const connection: Connection = {
      client: client as unknown as ServerClient,
      waitingSince: undefined,
      lost: false,
      outOfDate: false,
      statements,
      changes,
    };
    connections.set(client, connection);
    silentServers.watch(connection);
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
        const client = await connect();
        return lend(client, connections.get(client)!, release);
      } catch (error) {
        release();
        log(`PostgreSQL cannot be reached: ${reasonOf(error)}`);
        throw new ConnectionLostError(error);
      }
    },
    end: async () => {
      await pool.end();
      silentServers.close();
    },
  };
}

/** Error messages of the driver for a lost connection, shortly before it emits the event. */
const unusable = /is not queryable$|^Connection terminated/;

function lend(client: pg.PoolClient, connection: Connection, leave: () => void): PostgresPoolClient {
  /** Statement that begins the transaction; sent with its first statement. */
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
    connection.waitingSince = performance.now();
    try {
      if (planned.test(text))
        return await execute(client, connection.statements, { sql: text, parameters, values, opening: first });
      if (first !== undefined) await client.query(first);
      return (await client.query(text, values)) as PostgresQueryResult<never>;
    } catch (error) {
      const failure = error as { code?: string; message: string };
      if (isOutOfDate(failure.code)) connection.outOfDate = true;
      // The server was demoted while a proxy or a pooler kept the connection.
      if (failure.code === readOnly) {
        connection.outOfDate = true;
        if (connection.changes) throw new ConnectionLostError(error);
      }
      connection.lost ||= fatal.test(failure.code ?? '') || unusable.test(failure.message);
      if (!connection.lost) throw unavailableReason(failure) ?? error;
      throw text === 'commit' ? new CommitUnknownError(error) : new ConnectionLostError(error);
    } finally {
      connection.waitingSince = undefined;
    }
  };
  const release = (destroy = false) => {
    client.release(destroy || connection.lost || connection.outOfDate);
    leave();
  };
  return { query: query as PostgresPoolClient['query'], release };
}

const done = (command: string) => ({ command, rowCount: 0, rows: [] }) as unknown as PostgresQueryResult<unknown>;
