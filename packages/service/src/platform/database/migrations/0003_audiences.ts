import { type Kysely, sql } from 'kysely';

/** Contact filters with their members, and the target groups built on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_filter (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      author text not null,
      rules jsonb not null,
      count_rules integer not null default 0,
      locked_by bigint,
      generation integer not null default 0,
      last_generation integer not null default 0,
      count_contacts bigint not null default 0,
      count_active_contacts bigint not null default 0,
      refresh_queued_at timestamptz(3),
      refreshing_until timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      evaluated_at timestamptz(3),
      primary key (account_id, id)
    )`.execute(db);
  await sql`
    create index contact_filter_queued on contact_filter (account_id, refresh_queued_at)
    where refresh_queued_at is not null`.execute(db);

  // Without a key to contact: one that is deleted during a refresh must not end it. Readers join with contact anyway.
  await sql`
    create table contact_filter_member (
      account_id bigint not null,
      filter_id bigint not null,
      generation integer not null,
      contact_id bigint not null,
      primary key (account_id, filter_id, generation, contact_id),
      foreign key (account_id, filter_id) references contact_filter on delete cascade
    )`.execute(db);

  await sql`
    create table target_group (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      author text not null,
      type text not null default 'regular' check (type in ('regular', 'test', 'permanent', 'approval')),
      contact_filter_id bigint not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name),
      foreign key (account_id, contact_filter_id) references contact_filter
    )`.execute(db);
  await sql`create index target_group_by_filter on target_group (account_id, contact_filter_id)`.execute(db);
}
