import pg from 'pg';
import { textParser } from './wire.ts';

/** Waiting longer than this for a connection is an error, not a queue. */
const connectionTimeoutMillis = 60_000;

/**
 * A pool of connections to a PostgreSQL server.
 * @param databaseUrl `postgres://user:password@host:port/database`
 */
export function serverPool(databaseUrl: string, log: (line: string) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis,
    application_name: 'mailwright',
    types: { getTypeParser: (oid: number) => textParser(oid) as never },
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', (error) => log(`A connection to PostgreSQL was lost: ${error.message}`));
  return pool;
}
