import { type Kysely, sql } from 'kysely';

/** Which start of a check is the running one, and when it was heard of last. Checks under way when this runs are cut off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from mailing_check where state is null`.execute(db);
  await sql`
    alter table mailing_check
      add run uuid not null default gen_random_uuid(),
      add alive_at timestamptz(3) not null default now()`.execute(db);
}
