import { sql } from 'kysely';
import { findVerifiedBackup } from '../backups/verified.ts';
import type { Db } from '../schema.ts';
import { type DatabaseSizes, databaseSizes } from '../sizes.ts';

/** What an upgrade of a database depends on. */
export interface UpgradeFacts extends Pick<DatabaseSizes, 'bytes' | 'tables' | 'migrations'> {
  /** Time of the state that the last verified backup has, in ISO 8601. */
  verifiedBackup: string | undefined;
}

/**
 * Reads them from a database of any version, in a transaction that refuses changes.
 * @throws Error if the tables are not those of Mailwright
 */
export async function readUpgradeFacts(db: Db): Promise<UpgradeFacts> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const { rows } = await sql<{ name: string | null }>`
        select to_regclass('kysely_migration')::text as name`.execute(transaction);
      if (rows[0]?.name == null)
        throw new Error('The database has no tables of Mailwright: there is nothing to upgrade.');
      const { bytes, tables, migrations } = await databaseSizes(transaction);
      // Older versions have recorded none.
      const hasBackups = tables.some(({ name }) => name === 'verified_backup');
      const backup = hasBackups ? await findVerifiedBackup(transaction) : undefined;
      return { bytes, tables, migrations, verifiedBackup: backup?.finished.toISOString() };
    });
}
