import { type Kysely, sql } from 'kysely';

/** Lists of addresses that single mailings are kept away from. Expressions are in their normal form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailing_blacklist (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      created_user text not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name)
    )`.execute(db);

  await sql`
    create table mailing_blacklist_expression (
      account_id bigint not null,
      mailing_blacklist_id bigint not null,
      expression text collate "C" not null,
      primary key (account_id, mailing_blacklist_id, expression),
      foreign key (account_id, mailing_blacklist_id) references mailing_blacklist on delete cascade
    )`.execute(db);

  await sql`
    create table mailing_blacklist_use (
      account_id bigint not null,
      mailing_id bigint not null,
      mailing_blacklist_id bigint not null,
      primary key (account_id, mailing_id, mailing_blacklist_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, mailing_blacklist_id) references mailing_blacklist on delete cascade
    )`.execute(db);
  await sql`
    create index mailing_blacklist_use_by_list on mailing_blacklist_use (account_id, mailing_blacklist_id)`.execute(db);
}
