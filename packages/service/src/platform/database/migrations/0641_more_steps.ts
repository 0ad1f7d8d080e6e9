import { type Kysely, sql } from 'kysely';

/**
 * Automation programs with a goal, and steps that wait for something or have contacts leave other programs. A run keeps since when it
 * waits for something, and why it has left its program before the end; a step counts who went which way and who left before it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table automation_version add column goal_filter_id bigint`.execute(db);
  await sql`alter table automation_run add column waits_since timestamptz(3), add column left_by text`.execute(db);
  await sql`alter table automation_start add column leaves boolean not null default false`.execute(db);
  await sql`
    alter table automation_step_count
      add column matching bigint not null default 0,
      add column goals bigint not null default 0,
      add column removals bigint not null default 0`.execute(db);
}
