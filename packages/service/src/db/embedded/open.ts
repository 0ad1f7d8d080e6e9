import { resolve } from 'node:path';
import type { PostgresPool } from 'kysely';
import { createDataDirectory, preparePostgresDirectory } from './directory.ts';
import { lockDataDirectory } from './lock.ts';
import { embeddedPool } from './pool.ts';
import { DatabaseThread } from './thread.ts';

/**
 * Opens the embedded database of a data directory, which is made if it is absent. Ending the pool shuts it down and
 * releases the directory. Throws DataDirectoryInUseError.
 */
export async function openEmbedded(dataDir: string, log: (line: string) => void): Promise<PostgresPool> {
  const path = resolve(dataDir);
  createDataDirectory(path);
  const unlock = lockDataDirectory(path);
  try {
    const thread = await DatabaseThread.start(await preparePostgresDirectory(path, log));
    return embeddedPool(thread, async () => {
      await thread.close();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}
