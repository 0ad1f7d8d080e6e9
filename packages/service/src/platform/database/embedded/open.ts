import { resolve } from 'node:path';
import type { PostgresPool } from 'kysely';
import { createDataDirectory, preparePostgresDirectory } from './directory.ts';
import { lockDataDirectory } from './lock.ts';
import { startMaintenance } from './maintenance.ts';
import { embeddedPool } from './pool.ts';
import { DatabaseThread } from './thread.ts';
import { Turns } from './turns.ts';

/** Waiting longer than this for the connection is an error, not a queue. */
const turnTimeoutMillis = 60_000;

export interface EmbeddedOptions {
  log: (line: string) => void;
  /** Time between two looks at what upkeep the database needs. */
  maintenanceIntervalMillis: number;
}

export interface EmbeddedDatabase {
  /** Ending it shuts the database down and releases the directory. */
  pool: PostgresPool;
  /** Does the upkeep that is due; a timer calls it too. */
  maintain(): Promise<void>;
}

/** Opens the embedded database of a data directory, made if it is absent. Throws DataDirectoryInUseError. */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const path = resolve(dataDir);
  createDataDirectory(path);
  const unlock = lockDataDirectory(path);
  let thread: DatabaseThread;
  try {
    thread = await DatabaseThread.start(await preparePostgresDirectory(path, options.log), options.log);
  } catch (error) {
    unlock();
    throw error;
  }
  const turns = new Turns(turnTimeoutMillis);
  const end = async () => {
    await maintenance.stop();
    await thread.close().finally(unlock);
  };
  const pool = embeddedPool(thread, turns, end);
  const maintenance = startMaintenance(pool, () => turns.count, options.maintenanceIntervalMillis, options.log);
  return { pool, maintain: maintenance.maintain };
}
