import { type Kysely, sql } from 'kysely';

/** Texts that mailings show or are made from: placeholders of the account, and templates; shared ones are for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_placeholder (
      account_id bigint not null references account on delete cascade,
      key text collate "C" not null,
      value text not null,
      primary key (account_id, key)
    )`.execute(db);

  await sql`
    create table mailing_template (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      path text collate "C" not null,
      name text not null,
      tags text[] not null default '{}',
      html text not null,
      shared boolean not null default false,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, shared, path)
    )`.execute(db);
  await sql`create index mailing_template_shared on mailing_template (account_id, path) where shared`.execute(db);
  await sql`alter table mailing add column template_path text`.execute(db);
}
