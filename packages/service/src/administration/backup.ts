import { type Actions, reads, writesAccounts } from './action.ts';
import type { BackupState } from './backups.ts';

export const backupActions = {
  /** Starts a backup, or continues one; `backupState` tells when it has finished. */
  startBackup: writesAccounts(
    'all accounts',
    async ({ db, backups }, draft: { target: string; continue?: boolean | undefined }): Promise<void> =>
      backups.start(db, draft.target, draft.continue ?? false),
    { transaction: false },
  ),

  backupState: reads(async ({ backups }, _: object): Promise<BackupState> => backups.state),
} satisfies Actions;
