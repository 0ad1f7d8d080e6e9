import { type Actions, reads, writesAccounts } from './action.ts';
import type { BackupState } from './backups.ts';

export const backupActions = {
  /** Starts a backup; `backupState` tells when it has finished. */
  startBackup: writesAccounts(
    'all accounts',
    async ({ db, backups }, { target }: { target: string }): Promise<void> => backups.start(db, target),
    { transaction: false },
  ),

  backupState: reads(async ({ backups }, _: object): Promise<BackupState> => backups.state),
} satisfies Actions;
