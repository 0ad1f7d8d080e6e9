import { type Kysely, sql } from 'kysely';

/** SMTP servers that mails are sent through, beside the one of `serve --smtp`, which is the relay `default`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table relay (
      id bigint generated always as identity primary key,
      name text collate "C" not null unique,
      address text,
      password_source text,
      require_tls boolean not null default true,
      dkim boolean not null default true,
      rank integer not null check (rank between 1 and 1000),
      weight integer not null default 1 check (weight between 1 and 1000),
      connections integer check (connections between 1 and 1000),
      account_ids bigint[] not null default '{}',
      mailing_ids bigint[] not null default '{}',
      domains text[] not null default '{}',
      per_minute integer check (per_minute > 0),
      per_day integer check (per_day > 0),
      tokens double precision not null default 0,
      filled_at timestamptz(3) not null default now(),
      day text not null default '',
      sent_on_day integer not null default 0,
      mails bigint not null default 0,
      failures bigint not null default 0,
      down_since timestamptz(3),
      down_until timestamptz(3),
      down_reason text
    )`.execute(db);
  await sql`insert into relay (name, rank) values ('default', 100)`.execute(db);
}
