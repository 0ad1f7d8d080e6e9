import pg from 'pg';
import { refuseRole, type ServerAddress, type ServerHost } from './server-address.ts';
import { reasonOf } from './unavailable.ts';
import { textParser } from './wire.ts';

/** A machine that is gone sends nothing: the system asks it after this time without traffic. */
const keepAliveInitialDelayMillis = 10_000;

/** Settings of each connection. */
export const clientOptions = {
  application_name: 'mailwright',
  keepAlive: true,
  keepAliveInitialDelayMillis,
  types: { getTypeParser: (oid: number) => textParser(oid) as never },
} satisfies pg.ClientConfig;

/** A connection to one of the servers of an address. */
export class ServerClient extends pg.Client {
  readonly serverHost: ServerHost;
  /** Start of the server, if it is a primary; differs between servers, and between two starts of one. */
  primarySince: string | undefined;

  constructor(serverHost: ServerHost, options: pg.ClientConfig) {
    super({ ...options, connectionString: serverHost.connectionString });
    this.serverHost = serverHost;
  }

  /** Ends the connection without waiting for the server. */
  cut(reason: string): void {
    const { stream } = (this as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection;
    stream.destroy(new Error(reason));
  }

  /** Waits for work on this connection, which is cut if it takes longer than `millis`. */
  async within<Result>(millis: number, work: Promise<Result>): Promise<Result> {
    const cut = () => this.cut(`it did not answer within ${millis / 1000} s`);
    const timer = setTimeout(cut, millis);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Reads the state of a server. */
export const look = `select pg_postmaster_start_time()::text as started, pg_is_in_recovery() as standby,
  current_setting('transaction_read_only') = 'on' as read_only`;

/**
 * Applies the settings to a new connection, and looks at its server.
 * @throws Error if the server is not of the role that the address asks for
 */
export async function prepareClient(
  client: ServerClient,
  { target, connectMillis }: ServerAddress,
  settings: string,
): Promise<void> {
  const looking = client.query(`${settings}; ${look}`);
  const results = (await client.within(connectMillis, looking)) as unknown as pg.QueryResult[];
  const { started, standby, read_only } = results.at(-1)!.rows[0];
  const refusal = refuseRole(target, { standby, readOnly: read_only });
  if (refusal !== undefined) throw new Error(refusal);
  client.primarySince = standby ? undefined : started;
}

/** Order in which the hosts of an address are tried: the one that suited last comes first. */
export class HostOrder {
  readonly #hosts: readonly ServerHost[];
  #first = 0;

  constructor(hosts: readonly ServerHost[]) {
    this.#hosts = hosts;
  }

  /**
   * Tries the hosts until one suits.
   * @throws AggregateError with the reason of each host, or the error of the only one
   */
  async try<Result>(connect: (host: ServerHost) => Promise<Result>): Promise<Result> {
    const errors: unknown[] = [];
    const begin = this.#first;
    for (let i = 0; i < this.#hosts.length; i++) {
      const index = (begin + i) % this.#hosts.length;
      const host = this.#hosts[index]!;
      try {
        const result = await connect(host);
        this.#first = index;
        return result;
      } catch (error) {
        if (this.#hosts.length === 1) throw error;
        if (this.#first === index) this.#first = (index + 1) % this.#hosts.length;
        errors.push(new Error(`${host.name}: ${reasonOf(error)}`, { cause: error }));
      }
    }
    throw new AggregateError(errors);
  }
}
