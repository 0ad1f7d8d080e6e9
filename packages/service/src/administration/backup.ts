import { type Actions, reads, writes } from './action.ts';
import type { BackupState } from './backups.ts';

export const backupActions = {
  /** Starts a backup; `backupState` tells when it has finished. */
  startBackup: writes(
    async ({ db, backups }, { target }: { target: string }): Promise<void> => backups.start(db, target),
    { audit: 'all accounts', transaction: false },
  ),

  backupState: reads(async ({ backups }, _: object): Promise<BackupState> => backups.state),
} satisfies Actions;
