import { type Kysely, sql } from 'kysely';

/** Contacts of a contact filter leave an automation program early, and are counted at the step before which they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table automation_version add column exit_filter_id bigint`.execute(db);
  await sql`alter table automation_step_count add column exits bigint not null default 0`.execute(db);
}
