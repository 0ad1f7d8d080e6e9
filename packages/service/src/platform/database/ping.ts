import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Succeeds when the database answers. */
export async function pingDatabase(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db);
}
