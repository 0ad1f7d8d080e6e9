import { type Kysely, sql } from 'kysely';

/** The last backup of the whole database that was restored and read; at most one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table verified_backup (
      id int4 primary key check (id = 1),
      finished timestamptz(3) not null,
      verified_at timestamptz(3) not null
    )`.execute(db);
}
