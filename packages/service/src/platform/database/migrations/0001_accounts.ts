import { type Kysely, sql } from 'kysely';

/** Accounts and the API keys that open them. Only the SHA-256 of a key is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account (
      id bigint generated always as identity primary key,
      name text not null,
      domain text not null,
      time_zone text not null default 'UTC' check (timezone(time_zone, timestamptz 'epoch') is not null),
      secret bytea not null default
        decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
      created_at timestamptz(3) not null default now()
    )`.execute(db);

  await sql`
    create table api_key (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      prefix text not null check (length(prefix) = 8),
      hash bytea not null unique check (length(hash) = 32),
      label text not null,
      rights text[] not null check (rights <@ array['get', 'post', 'put', 'delete'] and cardinality(rights) > 0),
      creator text not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      last_used_at timestamptz(3),
      primary key (account_id, id)
    )`.execute(db);
}
