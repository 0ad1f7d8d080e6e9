import type { PostgresPool } from 'kysely';
import pg from 'pg';
import {
  connectionTimeoutMillis,
  mostConnections,
  reasonOf,
  type ServerPoolOptions,
  serverPool,
} from './server-pool.ts';
import { textParser } from './wire.ts';

const oldestMajor = 15;

/**
 * A pool of connections to a PostgreSQL server that was seen to answer and to suit.
 * @param databaseUrl `postgres://user:password@host:port/database`
 */
export async function openServer(databaseUrl: string, options: ServerPoolOptions): Promise<PostgresPool> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: mostConnections,
    connectionTimeoutMillis,
    application_name: 'mailwright',
    types: { getTypeParser: (oid: number) => textParser(oid) as never },
    onConnect: (client) => client.query(settings(options)) as unknown as undefined,
  });
  const lending = serverPool(pool, options);
  try {
    await refuseUnsuitable(pool);
  } catch (error) {
    await pool.end();
    throw new Error(`The PostgreSQL server ${withoutPassword(databaseUrl)} cannot be used: ${reasonOf(error)}`);
  }
  return lending;
}

const settings = ({ timeoutMillis }: ServerPoolOptions) => `
  set time zone 'UTC'; set statement_timeout = ${timeoutMillis}; set idle_in_transaction_session_timeout = ${timeoutMillis}`;

async function refuseUnsuitable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`
    select current_setting('server_version_num')::int4 / 10000 as major, current_setting('server_encoding') as encoding`);
  const { major, encoding } = rows[0];
  if (major < oldestMajor) throw new Error(`its version is ${major}, but at least ${oldestMajor} is required`);
  if (encoding !== 'UTF8') throw new Error(`the encoding of the database is ${encoding}, but it must be UTF8`);
}

function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return '';
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
}
