import { type Kysely, sql } from 'kysely';

/**
 * Automation programs that contacts begin when something happens to them that a program watches for. Whoever writes it down
 * notes the contact for the program in the same transaction; a note is deleted when the contact has begun.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table automation_program
      add column start_on jsonb,
      add column existing_after bigint,
      add column existing_until bigint,
      add check (num_nonnulls(transaction_type_id, system_event, start_date, start_on) <= 1)`.execute(db);
  await sql`
    create index automation_program_watching on automation_program (account_id)
    where state = 'released' and start_on is not null`.execute(db);
  await sql`
    create table automation_start (
      account_id bigint not null,
      id bigint generated always as identity,
      program_id bigint not null,
      contact_id bigint not null,
      primary key (account_id, program_id, id),
      foreign key (account_id, program_id) references automation_program on delete cascade
    )`.execute(db);
}
