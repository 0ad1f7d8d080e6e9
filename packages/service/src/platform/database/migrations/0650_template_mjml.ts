import { type Kysely, sql } from 'kysely';

/** The source of templates that are written in MJML, beside the HTML that was made from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailing_template add column mjml text`.execute(db);
}
