import { type Kysely, sql } from 'kysely';

/** Runs of automation programs keep which steps their contacts have taken when; older runs have none of theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table automation_run add column passed jsonb not null default '[]'`.execute(db);
}
