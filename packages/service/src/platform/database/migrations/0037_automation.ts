import { type Kysely, sql } from 'kysely';

/**
 * Automation programs in their versions, and the contacts that go through them. A contact goes through a program once at a
 * time; a run keeps the version that it began with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table automation_program (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      state text not null check (state in ('draft', 'released')),
      version integer not null default 1,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      constraint automation_program_name unique (account_id, name)
    )`.execute(db);
  await sql`
    create table automation_version (
      account_id bigint not null,
      program_id bigint not null,
      version integer not null,
      steps jsonb not null,
      primary key (account_id, program_id, version),
      foreign key (account_id, program_id) references automation_program on delete cascade
    )`.execute(db);
  await sql`
    create table automation_run (
      account_id bigint not null,
      id bigint generated always as identity,
      program_id bigint not null,
      version integer not null,
      contact_id bigint not null,
      step integer not null default 0,
      taken integer not null default 0,
      due_at timestamptz(3) not null,
      started_at timestamptz(3) not null,
      ended_at timestamptz(3),
      primary key (account_id, id),
      foreign key (account_id, program_id, version) references automation_version on delete cascade,
      foreign key (account_id, contact_id) references contact on delete cascade
    )`.execute(db);
  await sql`
    create unique index automation_run_active on automation_run (account_id, program_id, contact_id)
    where ended_at is null`.execute(db);
  await sql`
    create index automation_run_due on automation_run (account_id, program_id, due_at, id)
    where ended_at is null`.execute(db);
  await sql`create index automation_run_by_contact on automation_run (account_id, contact_id)`.execute(db);
  await sql`
    create index automation_run_by_version on automation_run (account_id, program_id, version)`.execute(db);
}
