import { type Kysely, sql } from 'kysely';

/** Contacts say until when they want no newsletters, and how often they want them at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contact
      add column paused_until timestamptz(3),
      add column newsletter_days smallint check (newsletter_days > 0)`.execute(db);
}
