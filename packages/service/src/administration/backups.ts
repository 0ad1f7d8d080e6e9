import { resolve } from 'node:path';
import { backUp, type CopyProgress } from '../platform/database/backups/backup.ts';
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

  start(db: Db, target: string): void {
    if (this.#dataDir === undefined) {
      throw unfit('the data is on a PostgreSQL server; back it up with pg_dump or pg_basebackup');
    }
    if (this.#state?.finished === false) throw unfit('another backup is already running');
    const state: BackupState = { copied: 0, total: 0, finished: false, error: null };
    this.#state = state;
    backUp(db, this.#dataDir, resolve(target), (progress) => Object.assign(state, progress))
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
