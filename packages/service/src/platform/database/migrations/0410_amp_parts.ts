import { type Kysely, sql } from 'kysely';

/** Parts of mailings in AMP for Email. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailing_content add column amp text`.execute(db);
}
