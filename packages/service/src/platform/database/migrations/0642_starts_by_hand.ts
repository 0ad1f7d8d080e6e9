import { type Kysely, sql } from 'kysely';

/** Contacts of a segment that begin an automation program because somebody has asked for it, some of them at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table automation_intake (
      account_id bigint not null,
      id bigint generated always as identity,
      program_id bigint not null,
      filter_id bigint not null,
      after_id bigint not null,
      until_id bigint not null,
      primary key (account_id, id),
      foreign key (account_id, program_id) references automation_program on delete cascade
    )`.execute(db);
  await sql`create index automation_intake_by_program on automation_intake (account_id, program_id)`.execute(db);
}
