import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Succeeds when the database answers. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Condition that the database takes changes: not an embedded one on a disk that is nearly full, and a standby never. */
export const takesChanges = sql<boolean>`current_setting('transaction_read_only') = 'off'`;

/** Reports whether the database takes no changes. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`select not ${takesChanges} as on`.execute(db);
  return rows[0]!.on;
}
