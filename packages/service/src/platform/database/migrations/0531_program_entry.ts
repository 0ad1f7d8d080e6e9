import { type Kysely, sql } from 'kysely';

/** Who may begin an automation program: contacts of a contact filter, and contacts that have begun it before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table automation_program
      add column start_filter_id bigint,
      add column start_once boolean not null default false,
      add column again_after_days integer,
      add foreign key (account_id, start_filter_id) references contact_filter`.execute(db);
  await sql`
    create index automation_program_by_filter on automation_program (account_id, start_filter_id)
    where start_filter_id is not null`.execute(db);
}
