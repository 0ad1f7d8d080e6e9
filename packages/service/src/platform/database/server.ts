import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { parseServerAddress, type ServerAddress, type ServerHost } from './server-address.ts';
import { clientOptions, HostOrder, prepareClient, ServerClient } from './server-client.ts';
import { mostConnections, type ServerPoolOptions, serverPool } from './server-pool.ts';
import { reasonOf } from './unavailable.ts';

const oldestMajor = 15;

/**
 * Opens a pool of connections to a PostgreSQL server that was seen to answer and to suit.
 * @param databaseUrl see `parseServerAddress`
 */
export async function openServer(databaseUrl: string, options: ServerPoolOptions): Promise<PostgresPool> {
  let name = '';
  try {
    const address = parseServerAddress(databaseUrl);
    if (address.hosts.length === 1) name = `${address.hosts[0]!.name} `;
    return await openPool(address, options);
  } catch (error) {
    throw new Error(`The PostgreSQL server ${name}cannot be used: ${reasonOf(error)}`);
  }
}

async function openPool(address: ServerAddress, options: ServerPoolOptions): Promise<PostgresPool> {
  const order = new HostOrder(address.hosts);
  /** The host of the next connection; the pool creates its client before `connect` returns. */
  let next: ServerHost;
  class Client extends ServerClient {
    constructor(config: pg.ClientConfig) {
      super(next, config);
    }
  }
  const pool = new pg.Pool({
    ...clientOptions,
    Client: Client as never,
    max: mostConnections,
    connectionTimeoutMillis: address.connectMillis,
    onConnect: (client) =>
      prepareClient(client as unknown as ServerClient, address, settings(options)) as unknown as undefined,
  });
  const connect = () =>
    order.try((host) => {
      next = host;
      return pool.connect();
    });
  const lending = serverPool(pool, { ...options, connect, target: address.target });
  try {
    await refuseUnsuitable(await connect());
  } catch (error) {
    await lending.end();
    throw error;
  }
  return lending;
}

const settings = ({ timeoutMillis }: ServerPoolOptions) => `
  set time zone 'UTC'; set statement_timeout = ${timeoutMillis}; set idle_in_transaction_session_timeout = ${timeoutMillis}`;

async function refuseUnsuitable(client: pg.PoolClient): Promise<void> {
  const { rows } = await client
    .query(`
    select current_setting('server_version_num')::int4 / 10000 as major, current_setting('server_encoding') as encoding`)
    .finally(() => client.release());
  const { major, encoding } = rows[0];
  if (major < oldestMajor) throw new Error(`its version is ${major}, but at least ${oldestMajor} is required`);
  if (encoding !== 'UTF8') throw new Error(`the encoding of the database is ${encoding}, but it must be UTF8`);
}
