import { type Kysely, sql } from 'kysely';

/** Name, logo and colors of the public pages of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column brand_name text,
      add column brand_logo text,
      add column brand_color text,
      add column brand_dark_color text`.execute(db);
}
