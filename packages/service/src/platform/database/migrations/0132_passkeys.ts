import { type Kysely, sql } from 'kysely';

/** Passkeys of users, and the challenges that browsers sign with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_passkey (
      account_id bigint not null,
      id bigint generated always as identity,
      user_id bigint not null,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      name text not null,
      created_at timestamptz(3) not null default now(),
      used_at timestamptz(3),
      primary key (account_id, id),
      foreign key (account_id, user_id) references account_user on delete cascade
    )`.execute(db);
  await sql`create index user_passkey_by_user on user_passkey (account_id, user_id)`.execute(db);
  await sql`
    create table passkey_challenge (
      hash bytea primary key,
      purpose text not null,
      expires_at timestamptz(3) not null
    )`.execute(db);
}
