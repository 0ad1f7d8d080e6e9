import { type Kysely, sql } from 'kysely';

/** When the address of the report of a mailing becomes invalid: it was withdrawn, or made for a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailing add column report_ends timestamptz(3)`.execute(db);
}
