import { type Kysely, sql } from 'kysely';

/**
 * Automation programs of which a new version takes over the contacts that are under way. A run keeps through which versions it went
 * before, so that what it has done there is not taken for steps of its present version; a version keeps by what its branches draw, so
 * that contacts go the same way in all versions that have the branch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table automation_program add column takeover_version integer`.execute(db);
  await sql`alter table automation_version add column draws jsonb not null default '{}'`.execute(db);
  await sql`alter table automation_run add column earlier_versions jsonb not null default '[]'`.execute(db);
  await sql`
    create index automation_run_under_way on automation_run (account_id, program_id, version)
      where ended_at is null`.execute(db);
}
