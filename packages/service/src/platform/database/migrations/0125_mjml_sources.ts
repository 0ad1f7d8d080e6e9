import { type Kysely, sql } from 'kysely';

/** Sources in MJML from which the HTML of mailings was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailing_content add column mjml text`.execute(db);
}
