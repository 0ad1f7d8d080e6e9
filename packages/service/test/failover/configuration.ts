import { join } from 'node:path';

/** Where a node is. */
export interface NodePlace {
  name: string;
  directory: string;
  host: string;
  /** Of PostgreSQL. */
  port: number;
  /** Of Patroni's interface. */
  rest: number;
}

interface Surroundings {
  etcd: string;
  /** Addresses that may connect. */
  range: string;
  password: string;
  /** Directory with the programs of PostgreSQL. */
  postgres: string;
}

/** Seconds until a leader that says nothing loses its key. */
const ttl = 20;

/** What Patroni reads. */
export function patroniConfiguration(
  { name, directory, host, port, rest }: NodePlace,
  { etcd, range, password, postgres }: Surroundings,
): object {
  const access = { username: 'postgres', password };
  const at = (number: number) => `${host}:${number}`;
  return {
    scope: 'mail',
    name,
    restapi: { listen: at(rest), connect_address: at(rest) },
    etcd: { url: etcd },
    bootstrap: {
      dcs: {
        ...{ ttl, loop_wait: 5, retry_timeout: 5, maximum_lag_on_failover: 1_048_576 },
        ...{ synchronous_mode: true, primary_start_timeout: 0 },
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, wal_keep_size: '64MB', max_wal_size: '256MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      pg_hba: ['all', 'replication'].map((what) => `host ${what} all ${range} md5`),
    },
    postgresql: {
      ...{ listen: at(port), connect_address: at(port), data_dir: join(directory, 'data') },
      ...{ bin_dir: postgres, pgpass: join(directory, 'pgpass') },
      // Otherwise a copy waits for a checkpoint that takes its time: up to 4.5 minutes.
      basebackup: [{ checkpoint: 'fast' }],
      authentication: { superuser: access, replication: access, rewind: access },
      parameters: { unix_socket_directories: directory },
    },
  };
}

/** What HAProxy reads: it connects to the node whose Patroni says that it is the primary. */
export function proxyConfiguration(listen: number, nodes: readonly NodePlace[]): string {
  const servers = nodes.map(
    ({ name, host, port, rest }) =>
      `  server ${name} ${host}:${port} check port ${rest} on-marked-down shutdown-sessions`,
  );
  return `defaults
  mode tcp
  timeout connect 3s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${listen}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 1
${servers.join('\n')}
`;
}
