import { resolve } from 'node:path';
import type { PostgresPool } from 'kysely';
import { pooledConnection } from './connection.ts';
import { ConnectionQueue } from './connection-queue.ts';
import { createDataDirectory, preparePostgresDirectory } from './directory.ts';
import { lockDataDirectory } from './lock.ts';
import { startMaintenance } from './maintenance.ts';
import { DatabaseThread } from './thread.ts';
import { ThreadSupervisor } from './thread-supervisor.ts';

/** Waiting longer than this for the connection is an error, not a queue. */
const connectionTimeoutMillis = 60_000;

/** A transaction that does nothing for so long is undone. */
const idleMillis = 300_000;

export interface EmbeddedOptions {
  log: (line: string) => void;
  /** Time between two looks at what upkeep the database needs. */
  maintenanceIntervalMillis: number;
  /** A database that was asked and has said nothing for so long is started again. Default 5 minutes. */
  silenceMillis?: number;
  /** Ends the process, which nothing can be done with any more. Default SIGKILL: nothing else ends a thread that waits for the disk. */
  endProcess?: () => void;
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
  const { log, silenceMillis, endProcess = () => process.kill(process.pid, 'SIGKILL') } = options;
  const onStuck = (reason: string) => {
    log(`${reason}. Exiting.`);
    endProcess();
  };
  const start = async () =>
    DatabaseThread.start({ directory: await preparePostgresDirectory(path, log), log, silenceMillis, onStuck });
  let keeper: ThreadSupervisor;
  try {
    keeper = new ThreadSupervisor(await start(), start, log);
  } catch (error) {
    unlock();
    throw error;
  }
  const queue = new ConnectionQueue(connectionTimeoutMillis);
  const pool: PostgresPool = {
    options: {},
    connect: async () => pooledConnection(() => keeper.session(), queue, idleMillis),
    end: async () => {
      await maintenance.stop();
      await keeper.close().finally(unlock);
    },
  };
  const maintenance = startMaintenance(pool, () => queue.count, options.maintenanceIntervalMillis, log);
  return { pool, maintain: maintenance.maintain };
}
