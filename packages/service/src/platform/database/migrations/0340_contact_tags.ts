import { type Kysely, sql } from 'kysely';

/** Tags of contacts, and an index for lists that are sorted by last names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact add column tags text[] not null default '{}'`.execute(db);
  await sql`create index contact_tagged on contact (account_id, id) where tags <> '{}'`.execute(db);
  await sql`
    create index contact_by_last_name on contact (
      account_id, (nullif(normalize(lower(standard_fields ->> 'LASTNAME'), nfkd), '') collate "C"), id)`.execute(db);
}
