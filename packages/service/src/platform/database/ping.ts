import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Succeeds when the database answers. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Reports whether the database takes no changes, as an embedded one does on a disk that is nearly full, and a standby always.
 */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`
    select current_setting('transaction_read_only') = 'on' as on`.execute(db);
  return rows[0]!.on;
}
