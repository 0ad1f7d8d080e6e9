import { findVerifiedBackup, recordVerifiedBackup } from '../platform/database/backups/verified.ts';
import { type Actions, reads, writesAccounts } from './action.ts';
import type { BackupState } from './backups.ts';
import { namedFile } from './named-directory.ts';
import { unfit } from './refusal.ts';

/** Clocks of two machines may differ by this much. */
const clockMillis = 300_000;

export const backupActions = {
  /** Starts a backup, or continues one; `backupState` tells when it has finished. */
  startBackup: writesAccounts(
    'all accounts',
    async (context, draft: { target: string; continue?: boolean | undefined }): Promise<void> => {
      const { db, backups, operator } = context;
      const target = operator ? namedFile(context, 'operatorFiles', draft.target) : draft.target;
      return backups.start(db, target, draft.continue ?? false);
    },
    { transaction: false },
  ),

  /** Records that a backup of the state at a time, in ISO 8601, was restored and read. */
  setVerifiedBackup: writesAccounts(
    'all accounts',
    async ({ db }, { finished }: { finished: string }): Promise<void> => {
      const time = new Date(finished);
      if (time.getTime() > Date.now() + clockMillis) throw unfit(`finished, ${finished}, is in the future`);
      await recordVerifiedBackup(db, time);
    },
  ),

  verifiedBackup: reads(async ({ db }, _: object) => {
    const record = await findVerifiedBackup(db);
    if (record === undefined) throw unfit('no backup was restored and read yet');
    return { finished: record.finished.toISOString(), verifiedAt: record.verifiedAt.toISOString() };
  }),

  backupState: reads(async ({ backups }, _: object): Promise<BackupState> => backups.state),
} satisfies Actions;
