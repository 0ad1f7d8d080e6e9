import { type Kysely, sql } from 'kysely';

/** Limits of each account for blocking after bounces, and why each contact was blocked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column hard_bounce_days integer not null default 3 check (hard_bounce_days between 1 and 10),
      add column soft_bounce_days integer default 10 check (soft_bounce_days between 1 and 100)`.execute(db);
  await sql`alter table contact_block add column explanation text`.execute(db);
}
