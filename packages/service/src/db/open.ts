import { CompiledQuery, type Kysely, PostgresDialect } from 'kysely';
import { openEmbedded } from './embedded/open.ts';
import { guardedKysely } from './guarded.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { openServer } from './server.ts';

/** Where the data lives: in a directory of this machine, or on a PostgreSQL server. */
export type DatabaseConfig = { dataDir: string } | { databaseUrl: string };

export interface DatabaseOptions {
  /** Receives lines for the operator's log. */
  log?: (line: string) => void;
  /** Embedded only: time between two looks at what upkeep the database needs. Default 10 seconds. */
  maintenanceIntervalMillis?: number;
}

export interface Database {
  kysely: Kysely<Schema>;
  kind: 'embedded' | 'server';
  /** Waits for what runs, then shuts down. */
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date. Throws DataDirectoryInUseError if the directory is taken, and
 * an error that says why if the server cannot be used.
 */
export async function openDatabase(config: DatabaseConfig, options: DatabaseOptions = {}): Promise<Database> {
  const { log = () => {}, maintenanceIntervalMillis = 10_000 } = options;
  const pool =
    'dataDir' in config
      ? (await openEmbedded(config.dataDir, { log, maintenanceIntervalMillis })).pool
      : await openServer(config.databaseUrl, log);
  const dialect = new PostgresDialect({
    pool,
    onCreateConnection: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw(`set time zone 'UTC'`));
    },
  });
  const { kysely, close } = guardedKysely(dialect);
  try {
    await migrate(kysely);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { kysely, kind: 'dataDir' in config ? 'embedded' : 'server', close };
}
