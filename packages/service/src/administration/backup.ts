import { resolve } from 'node:path';
import type { Db } from '../platform/database/schema.ts';
import { backUp, type CopyProgress } from '../platform/database/embedded/backup.ts';

export interface BackupState extends CopyProgress {
  finished: boolean;
  /** Why it failed. */
  error: string | null;
}

/** Backups of the embedded database. One is begun, and looked at until it is finished. */
export function backupAdministration(db: Db, dataDir: string | undefined) {
  let state: BackupState | undefined;
  return {
    async startBackup({ target }: { target: string }): Promise<void> {
      if (dataDir === undefined) {
        throw new Error('the data is on a PostgreSQL server; back it up with pg_dump or pg_basebackup');
      }
      if (state?.finished === false) throw new Error('another backup is already running');
      const mine: BackupState = { copied: 0, total: 0, finished: false, error: null };
      state = mine;
      backUp(db, dataDir, resolve(target), (progress) => Object.assign(mine, progress))
        .catch((error: Error) => {
          mine.error = error.message;
        })
        .finally(() => {
          mine.finished = true;
        });
    },

    async backupState(): Promise<BackupState> {
      if (state === undefined) throw new Error('no backup has been started');
      return state;
    },
  };
}
