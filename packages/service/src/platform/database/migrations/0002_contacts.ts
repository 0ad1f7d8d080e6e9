import { type Kysely, sql } from 'kysely';

/** Contacts and the account's own contact fields. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      email text,
      email_folded text,
      external_id text,
      permission smallint not null default 1 check (permission between 1 and 6),
      standard_fields jsonb not null default '{}',
      custom_fields jsonb not null default '{}',
      preferences jsonb not null default '[]',
      source text,
      subscription_page text,
      unsubscribed_at timestamptz(3),
      unsubscribe_source text,
      blocked_at timestamptz(3),
      block_reason text,
      anonymous boolean not null default false,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (account_id, id)
    )`.execute(db);
  await sql`create index contact_by_email on contact (account_id, email_folded)`.execute(db);
  await sql`create index contact_by_external_id on contact (account_id, external_id)`.execute(db);
  await sql`create index contact_by_change on contact (account_id, updated_at, id)`.execute(db);

  await sql`
    create table custom_field (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      type text not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name)
    )`.execute(db);
}
