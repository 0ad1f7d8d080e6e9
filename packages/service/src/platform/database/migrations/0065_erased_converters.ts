import { type Kysely, sql } from 'kysely';

/**
 * Conversions of one contact stay those of one contact after it is erased: `erased_as` is the first of them. Those of
 * contacts that were erased before stay without it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversion add column erased_as bigint`.execute(db);
}
