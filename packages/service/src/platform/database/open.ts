import { PostgresDialect, type PostgresPool } from 'kysely';
import { closeInTime } from './close.ts';
import { openEmbedded } from './embedded/open.ts';
import { guardedKysely } from './guarded.ts';
import { migrate } from './migrate.ts';
import type { Db } from './schema.ts';
import { openServer } from './server.ts';
import { listenOnServer, type Signal } from './signals.ts';

/**
 * Location of the data: a directory of this machine, or a PostgreSQL server. Statements are prepared by name, unless the
 * server is behind a pooler that does not support it.
 */
export type DatabaseConfig = { dataDir: string } | { databaseUrl: string; preparedStatements?: boolean | undefined };

export interface DatabaseOptions {
  /** Receives lines for the operator's log. */
  log?: (line: string) => void;
  /** Embedded only: time between two looks at what upkeep the database needs. Default 10 seconds. */
  maintenanceIntervalMillis?: number;
  /**
   * A statement that runs for longer is ended, and its caller hears that the database cannot do it. Migrations have no
   * such bound. Default 5 minutes.
   */
  statementTimeoutMillis?: number;
  /** False leaves the tables as an older version made them, to look at them. Default true. */
  migrates?: boolean;
  /** Time that closing waits for connections in use. Default 30 seconds. */
  closeTimeoutMillis?: number;
}

export interface Database {
  kysely: Db;
  kind: 'embedded' | 'server';
  /** Calls back when another process sends a signal, until it is closed; an embedded database has no other process. */
  listen(hear: (signal: Signal) => void): { ready: Promise<void>; close(): Promise<void> };
  /**
   * Waits for what runs, then shuts down. Throws CloseTimeoutError when that takes too long; then the process had better
   * end: what is not committed is undone at the next start.
   */
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date, unless told otherwise. Throws DataDirectoryInUseError if the directory is taken, and
 * an error that says why if the server cannot be used.
 */
export async function openDatabase(config: DatabaseConfig, options: DatabaseOptions = {}): Promise<Database> {
  const { closeTimeoutMillis = 30_000, statementTimeoutMillis = 300_000, migrates = true } = options;
  const pool = endedOnce(await openPool(config, options, statementTimeoutMillis));
  const { kysely, close } = guardedKysely(new PostgresDialect({ pool }));
  try {
    if (migrates && 'dataDir' in config) await migrate(kysely);
    else if (migrates) await migrateWithoutTimeout(config, options);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const kind = 'dataDir' in config ? 'embedded' : 'server';
  const listen: Database['listen'] = (hear) =>
    'dataDir' in config
      ? { ready: Promise.resolve(), close: async () => {} }
      : listenOnServer(config.databaseUrl, hear, options.log ?? (() => {}));
  // Kysely ends a pool only of which it has lent something.
  const end = () => close().then(() => pool.end());
  return { kysely, kind, listen, close: () => closeInTime(end(), closeTimeoutMillis) };
}

function endedOnce(pool: PostgresPool): PostgresPool {
  let ending: Promise<void> | undefined;
  return {
    options: pool.options,
    connect: () => pool.connect(),
    end: () => {
      ending ??= pool.end();
      return ending;
    },
  };
}

async function openPool(
  config: DatabaseConfig,
  options: DatabaseOptions,
  timeoutMillis: number,
): Promise<PostgresPool> {
  const { log = () => {}, maintenanceIntervalMillis = 10_000 } = options;
  if ('dataDir' in config) {
    const embedded = { log, maintenanceIntervalMillis, silenceMillis: timeoutMillis };
    return (await openEmbedded(config.dataDir, embedded)).pool;
  }
  const { databaseUrl, preparedStatements = true } = config;
  return openServer(databaseUrl, { log, preparedStatements, timeoutMillis });
}

/** The bound is a setting of connections, so that those which migrate are others. */
async function migrateWithoutTimeout(config: DatabaseConfig, options: DatabaseOptions): Promise<void> {
  const { kysely, close } = guardedKysely(new PostgresDialect({ pool: await openPool(config, options, 0) }));
  await migrate(kysely).finally(close);
}
