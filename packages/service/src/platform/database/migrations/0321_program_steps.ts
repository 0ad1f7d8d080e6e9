import { type Kysely, sql } from 'kysely';

/**
 * How often contacts have taken each step of a program and how often it did nothing, by reason; and the contacts for whom it did
 * nothing. Counts stay when contacts are erased.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table automation_step_count (
      account_id bigint not null,
      program_id bigint not null,
      version integer not null,
      step integer not null,
      idle_reason text not null default '',
      contacts bigint not null,
      primary key (account_id, program_id, version, step, idle_reason),
      foreign key (account_id, program_id, version) references automation_version on delete cascade
    )`.execute(db);
  await sql`
    create table automation_idle_step (
      account_id bigint not null,
      id bigint generated always as identity,
      program_id bigint not null,
      version integer not null,
      step integer not null,
      contact_id bigint not null,
      reason text not null,
      at timestamptz(3) not null,
      primary key (account_id, id),
      foreign key (account_id, program_id, version) references automation_version on delete cascade,
      foreign key (account_id, contact_id) references contact on delete cascade
    )`.execute(db);
  await sql`create index automation_idle_step_by_contact on automation_idle_step (account_id, contact_id, id)`.execute(
    db,
  );
  await sql`
    create index automation_idle_step_by_version on automation_idle_step (account_id, program_id, version)`.execute(db);
}
