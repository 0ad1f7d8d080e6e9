import { type Kysely, sql } from 'kysely';

/** Users of accounts, the links with which they set passwords, and their sessions, each with a key of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_user (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      email text not null,
      email_folded text not null,
      name text not null,
      role text not null check (role in ('reader', 'editor', 'sender', 'administrator')),
      state text not null check (state in ('invited', 'active', 'disabled')),
      password_hash text,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, email_folded)
    )`.execute(db);
  await sql`create index account_user_by_email on account_user (email_folded)`.execute(db);
  await sql`
    create table user_token (
      account_id bigint not null,
      user_id bigint not null,
      hash bytea not null,
      purpose text not null,
      expires_at timestamptz(3) not null,
      primary key (account_id, hash),
      foreign key (account_id, user_id) references account_user on delete cascade
    )`.execute(db);
  await sql`create index user_token_by_user on user_token (account_id, user_id)`.execute(db);
  await sql`
    create table sign_in_allowance (
      key text primary key,
      used_until timestamptz(3) not null
    )`.execute(db);
  await sql`
    alter table api_key add column user_id bigint,
      add foreign key (account_id, user_id) references account_user on delete cascade`.execute(db);
  await sql`create index api_key_by_user on api_key (account_id, user_id) where user_id is not null`.execute(db);
  await sql`
    alter table console_session
      add column id bigint generated always as identity,
      add column opened_at timestamptz(3) not null default now(),
      add column network text`.execute(db);
  await sql`alter table audit_entry add column user_id bigint`.execute(db);
}
