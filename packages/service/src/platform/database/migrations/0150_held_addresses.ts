import { type Kysely, sql } from 'kysely';

/** Addresses that are held back for some days after a bounce, in existing accounts too: a block that has an end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column hold_days integer not null default 1 check (hold_days between 0 and 30)`.execute(db);
  await sql`alter table contact add column blocked_until timestamptz`.execute(db);
  await sql`alter table contact_block add column until timestamptz`.execute(db);
  await sql`create index contact_held on contact (account_id, blocked_until) where blocked_until is not null`.execute(
    db,
  );
}
