import { type Kysely, sql } from 'kysely';

/** Accounts that limit how many newsletters a contact gets within some days; none of them until it says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column pressure_mails integer check (pressure_mails > 0),
      add column pressure_days integer not null default 30 check (pressure_days > 0)`.execute(db);
}
