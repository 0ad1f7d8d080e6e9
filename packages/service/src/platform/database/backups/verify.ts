import { mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { postgresDirectory } from '../embedded/directory.ts';
import { openDatabase } from '../open.ts';
import type { CopyProgress } from './copy-progress.ts';
import { type Examination, examine } from './examine.ts';
import { type RestoreOptions, restoreBackup } from './restore.ts';

/** A backup that was restored and read. */
export interface VerifiedBackup extends Examination {
  /** The time of the state that it was restored to. */
  finished: Date;
}

/**
 * Restores a backup beside it, opens the database with this version, and reads all of it. What was restored is removed.
 * @throws Error that says what is wrong with the backup
 */
export async function verifyBackup(
  backup: string,
  show: (progress: CopyProgress) => void,
  options?: RestoreOptions,
): Promise<VerifiedBackup> {
  const dataDir = await mkdtemp(join(dirname(backup), `.${basename(backup)}.verifying-`));
  try {
    const finished = await restoreBackup(backup, dataDir, show, options);
    const damaged = (error: Error): never => {
      throw new Error(`${backup} is damaged: ${error.message}.`);
    };
    // Recovers from the log, and brings the tables of an older version up to date.
    await openDatabase({ dataDir })
      .then((database) => database.close())
      .catch(damaged);
    return { finished, ...(await examine(postgresDirectory(dataDir)).catch(damaged)) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
