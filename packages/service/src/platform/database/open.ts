import { type Kysely, PostgresDialect } from 'kysely';
import { closeInTime } from './close.ts';
import { openEmbedded } from './embedded/open.ts';
import { guardedKysely } from './guarded.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { openServer } from './server.ts';

/**
 * Where the data lives: in a directory of this machine, or on a PostgreSQL server. Statements are prepared by name, unless
 * the server stands behind a pooler that does not allow it.
 */
export type DatabaseConfig = { dataDir: string } | { databaseUrl: string; preparedStatements?: boolean | undefined };

export interface DatabaseOptions {
  /** Receives lines for the operator's log. */
  log?: (line: string) => void;
  /** Embedded only: time between two looks at what upkeep the database needs. Default 10 seconds. */
  maintenanceIntervalMillis?: number;
  /** How long closing waits for whoever still holds a connection. Default 30 seconds. */
  closeTimeoutMillis?: number;
}

export interface Database {
  kysely: Kysely<Schema>;
  kind: 'embedded' | 'server';
  /**
   * Waits for what runs, then shuts down. Throws CloseTimeoutError when that takes too long; then the process had better
   * end: what is not committed is undone at the next start.
   */
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date. Throws DataDirectoryInUseError if the directory is taken, and
 * an error that says why if the server cannot be used.
 */
export async function openDatabase(config: DatabaseConfig, options: DatabaseOptions = {}): Promise<Database> {
  const { log = () => {}, maintenanceIntervalMillis = 10_000, closeTimeoutMillis = 30_000 } = options;
  const pool =
    'dataDir' in config
      ? (await openEmbedded(config.dataDir, { log, maintenanceIntervalMillis })).pool
      : await openServer(config.databaseUrl, { log, preparedStatements: config.preparedStatements ?? true });
  const { kysely, close } = guardedKysely(new PostgresDialect({ pool }));
  try {
    await migrate(kysely);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const kind = 'dataDir' in config ? 'embedded' : 'server';
  return { kysely, kind, close: () => closeInTime(close(), closeTimeoutMillis) };
}
