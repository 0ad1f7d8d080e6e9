import { type Kysely, sql } from 'kysely';

/** Ways in for bounces beside the SMTP port, of the whole service, and when they last worked and failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bounce_source (
      name text collate "C" primary key,
      read_at timestamptz(3),
      failed_at timestamptz(3),
      failure text
    )`.execute(db);
}
