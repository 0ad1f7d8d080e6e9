import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUp } from '../platform/database/backups/backup.ts';
import type { CopyProgress } from '../platform/database/backups/copy-progress.ts';
import { continueBackup } from '../platform/database/backups/log.ts';
import type { Db } from '../platform/database/schema.ts';
import { unfit } from './refusal.ts';

export interface BackupState extends CopyProgress {
  finished: boolean;
  /** Message of the error that ended the backup. */
  error: string | null;
}

/** Backups of the embedded database: one at a time, in the background. */
export class Backups {
  readonly #dataDir: string | undefined;
  #state: BackupState | undefined;

  /** @param dataDir directory of the embedded database; `undefined` if the data is on a PostgreSQL server */
  constructor(dataDir: string | undefined) {
    this.#dataDir = dataDir;
  }

  /** @param continues adds to the backup in the directory, if there is one, and makes one that can be continued otherwise */
  start(db: Db, target: string, continues: boolean): void {
    if (this.#dataDir === undefined) {
      throw unfit('the data is on a PostgreSQL server; back it up with pg_dump or pg_basebackup');
    }
    if (this.#state?.finished === false) throw unfit('another backup is already running');
    const state: BackupState = { copied: 0, total: 0, finished: false, error: null };
    this.#state = state;
    const directory = resolve(target);
    const show = (progress: CopyProgress) => Object.assign(state, progress);
    const work =
      continues && existsSync(directory)
        ? continueBackup(db, this.#dataDir, directory, show)
        : backUp(db, this.#dataDir, directory, show, { continuable: continues });
    work
      .catch((error: Error) => {
        state.error = error.message;
      })
      .finally(() => {
        state.finished = true;
      });
  }

  get state(): BackupState {
    if (this.#state === undefined) throw unfit('no backup has been started');
    return this.#state;
  }
}
