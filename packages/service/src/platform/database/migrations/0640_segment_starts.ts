import { type Kysely, sql } from 'kysely';

/**
 * Automation programs that contacts begin when they enter or leave a segment. A program keeps who was in its segment when the
 * contacts were compared last, and how far the comparison is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table automation_program
      add column compared_after bigint,
      add column comparing_since timestamptz(3),
      add column settled_until bigint`.execute(db);
  await sql`
    create table automation_member (
      account_id bigint not null,
      contact_id bigint not null,
      program_id bigint not null,
      primary key (account_id, contact_id, program_id),
      foreign key (account_id, program_id) references automation_program on delete cascade
    )`.execute(db);
  await sql`create index automation_member_by_program on automation_member (account_id, program_id)`.execute(db);
}
