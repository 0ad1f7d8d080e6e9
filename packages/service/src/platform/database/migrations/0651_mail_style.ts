import { type Kysely, sql } from 'kysely';

/** Colors, font and the like that new mailings of an account have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column mail_style jsonb`.execute(db);
}
