import { type Kysely, sql } from 'kysely';

/** Contact filters with their members, and the target groups built on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_filter (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      author text not null,
      state text not null default 'outofdate' check (state in ('uptodate', 'outofdate', 'updating')),
      rules jsonb not null,
      locked_by text,
      count_contacts bigint not null default 0,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      evaluated_at timestamptz(3),
      primary key (account_id, id)
    )`.execute(db);

  await sql`
    create table contact_filter_member (
      account_id bigint not null,
      filter_id bigint not null,
      contact_id bigint not null,
      primary key (account_id, filter_id, contact_id),
      foreign key (account_id, filter_id) references contact_filter on delete cascade,
      foreign key (account_id, contact_id) references contact on delete cascade
    )`.execute(db);
  await sql`create index contact_filter_member_by_contact on contact_filter_member (account_id, contact_id)`.execute(
    db,
  );

  await sql`
    create table target_group (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      author text not null,
      type text not null default 'regular' check (type in ('regular', 'test', 'permanent', 'approval')),
      state text not null default 'outofdate' check (state in ('uptodate', 'outofdate', 'updating')),
      contact_filter_id bigint not null,
      count_contacts bigint not null default 0,
      count_active_contacts bigint not null default 0,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      evaluated_at timestamptz(3),
      primary key (account_id, id),
      unique (account_id, name),
      foreign key (account_id, contact_filter_id) references contact_filter
    )`.execute(db);
  await sql`create index target_group_by_filter on target_group (account_id, contact_filter_id)`.execute(db);
}
