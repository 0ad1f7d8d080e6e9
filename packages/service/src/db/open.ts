import { CompiledQuery, type Kysely, PostgresDialect } from 'kysely';
import { openEmbedded } from './embedded/open.ts';
import { guardedKysely } from './guarded.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { serverPool } from './server.ts';

/** Where the data lives: in a directory of this machine, or on a PostgreSQL server. */
export type DatabaseConfig = { dataDir: string } | { databaseUrl: string };

export interface DatabaseOptions {
  /** Receives lines for the operator's log. */
  log?: (line: string) => void;
}

export interface Database {
  kysely: Kysely<Schema>;
  kind: 'embedded' | 'server';
  /** Waits for what runs, then shuts down. */
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date. Throws DataDirectoryInUseError if the directory is taken, and
 * the driver's error if the server does not answer.
 */
export async function openDatabase(config: DatabaseConfig, options: DatabaseOptions = {}): Promise<Database> {
  const log = options.log ?? (() => {});
  const embedded = 'dataDir' in config;
  const pool = embedded ? await openEmbedded(config.dataDir, log) : serverPool(config.databaseUrl, log);
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
  return { kysely, kind: embedded ? 'embedded' : 'server', close };
}
