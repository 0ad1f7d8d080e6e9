import { type Kysely, sql } from 'kysely';

/**
 * What became of mails: a log of those that were handed over, their links, and who opened and clicked. Test and approval
 * mails are not written here. When a contact is erased, its rows stay without it, so that no count changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint,
      occasion text collate "C" not null default '',
      message_id text collate "C" not null,
      sent_at timestamptz(3) not null,
      recorded_at timestamptz(3) not null default clock_timestamp(),
      primary key (account_id, id),
      unique (account_id, contact_id, mailing_id, occasion),
      unique (account_id, message_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete set null (contact_id)
    )`.execute(db);
  await sql`create index delivery_by_mailing on delivery (account_id, mailing_id, sent_at, id)`.execute(db);
  await sql`create index delivery_by_time on delivery (account_id, sent_at, id)`.execute(db);

  await sql`
    create table link (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      url text not null,
      type text not null default 'STANDARD' check (type in (
        'STANDARD', 'ONLINE_VERSION', 'DOI_CONFIRMATION', 'ICAL', 'PROPERTY_UPDATE', 'DOWNLOAD')),
      tags text[] not null default '{}',
      primary key (account_id, id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  await sql`create index link_by_mailing on link (account_id, mailing_id)`.execute(db);

  await sql`
    create table reader (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint,
      alias text collate "C",
      openings integer not null default 0,
      clicks integer not null default 0,
      last_opened_at timestamptz(3),
      last_clicked_at timestamptz(3),
      primary key (account_id, id),
      unique (account_id, contact_id, mailing_id),
      unique (account_id, mailing_id, alias),
      check (contact_id is null or alias is null),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete set null (contact_id)
    )`.execute(db);

  const event = sql.raw(`
      account_id bigint not null,
      id bigint generated always as identity,
      reader_id bigint not null,
      mailing_id bigint not null,
      occasion text collate "C" not null default '',
      at timestamptz(3) not null,
      recorded_at timestamptz(3) not null default clock_timestamp(),
      class text not null check (class in ('human', 'suspect', 'machine')),
      first boolean not null check (not (first and class = 'machine')),
      format text not null check (format in ('html', 'text')),
      device_type text not null default 'UNKNOWN' check (device_type in ('UNKNOWN', 'COMPUTER', 'TABLET', 'MOBILE')),
      user_agent text,
      primary key (account_id, id),
      foreign key (account_id, reader_id) references reader on delete cascade,
      foreign key (account_id, mailing_id) references mailing on delete cascade`);
  await sql`
    create table opening (${event},
      source text not null default 'pixel' check (source in ('pixel', 'click'))
    )`.execute(db);
  await sql`create unique index opening_unique on opening (account_id, reader_id) where first`.execute(db);

  await sql`
    create table click (${event},
      link_id bigint not null,
      foreign key (account_id, link_id) references link on delete cascade
    )`.execute(db);
  await sql`create unique index click_unique on click (account_id, reader_id, link_id) where first`.execute(db);
  await sql`create index click_by_link on click (account_id, link_id)`.execute(db);

  for (const table of ['opening', 'click']) {
    await sql`create index ${sql.ref(`${table}_by_reader`)} on ${sql.table(table)} (account_id, reader_id)`.execute(db);
    await sql`
      create index ${sql.ref(`${table}_by_mailing`)} on ${sql.table(table)} (account_id, mailing_id, at, id)`.execute(
      db,
    );
    await sql`create index ${sql.ref(`${table}_by_time`)} on ${sql.table(table)} (account_id, at, id)`.execute(db);
  }

  await sql`
    create table contact_filter_mailing (
      account_id bigint not null,
      filter_id bigint not null,
      mailing_id bigint not null,
      primary key (account_id, filter_id, mailing_id),
      foreign key (account_id, filter_id) references contact_filter on delete cascade,
      foreign key (account_id, mailing_id) references mailing
    )`.execute(db);
  await sql`create index contact_filter_mailing_by_mailing on contact_filter_mailing (account_id, mailing_id)`.execute(
    db,
  );
}
