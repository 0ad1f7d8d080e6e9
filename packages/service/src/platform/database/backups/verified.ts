import { sql } from 'kysely';
import type { Timestamp } from '../columns.ts';
import type { Db } from '../schema.ts';

declare module '../schema.ts' {
  interface Schema {
    verified_backup: VerifiedBackupTable;
  }
}

export interface VerifiedBackupTable {
  /** 1: there is one row at most. */
  id: number;
  finished: Timestamp;
  verified_at: Timestamp;
}

/** The last backup that was restored and read. */
export interface VerifiedBackupRecord {
  /** The time of the state that it has. */
  finished: Date;
  verifiedAt: Date;
}

/** Records that a backup was restored and read; that of an older state than the one on record changes nothing. */
export async function recordVerifiedBackup(db: Db, finished: Date): Promise<void> {
  await db
    .insertInto('verified_backup')
    .values({ id: 1, finished, verified_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ finished, verified_at: sql<Date>`now()` })
        .where('verified_backup.finished', '<=', finished),
    )
    .execute();
}

export async function findVerifiedBackup(db: Db): Promise<VerifiedBackupRecord | undefined> {
  return db.selectFrom('verified_backup').select(['finished', 'verified_at as verifiedAt']).executeTakeFirst();
}
