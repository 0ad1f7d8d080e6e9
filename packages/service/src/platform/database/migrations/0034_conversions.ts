import { type Kysely, sql } from 'kysely';

/** What readers did on the account's web sites after a mailing. Amounts are exact decimals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversion_site (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      domain text collate "C" not null,
      primary key (account_id, id),
      unique (account_id, name)
    )`.execute(db);
  await sql`
    create table conversion_goal (
      account_id bigint not null,
      id bigint generated always as identity,
      site_id bigint not null,
      name text not null,
      primary key (account_id, id),
      unique (account_id, site_id, name),
      foreign key (account_id, site_id) references conversion_site on delete cascade
    )`.execute(db);
  await sql`
    create table conversion (
      account_id bigint not null,
      id bigint generated always as identity,
      site_id bigint not null,
      goal_id bigint not null,
      mailing_id bigint not null,
      contact_id bigint,
      link_id bigint,
      order_id text collate "C" not null,
      value numeric not null,
      at timestamptz(3) not null,
      mailing_sent_at timestamptz(3) not null,
      primary key (account_id, id),
      unique (account_id, site_id, order_id),
      foreign key (account_id, site_id) references conversion_site on delete cascade,
      foreign key (account_id, goal_id) references conversion_goal on delete cascade,
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete set null (contact_id),
      foreign key (account_id, link_id) references link on delete cascade
    )`.execute(db);
  await sql`create index conversion_by_time on conversion (account_id, at, id)`.execute(db);
  await sql`create index conversion_by_mailing on conversion (account_id, mailing_id, at, id)`.execute(db);
  await sql`create index conversion_by_contact on conversion (account_id, contact_id)`.execute(db);
  await sql`create index conversion_by_goal on conversion (account_id, goal_id)`.execute(db);
  await sql`create index conversion_by_link on conversion (account_id, link_id)`.execute(db);
}
