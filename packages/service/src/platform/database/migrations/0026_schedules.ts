import { type Kysely, sql } from 'kysely';

/** Files that go with mailings, when regular ones are sent, and what trigger mailings are sent upon. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailing_attachment (
      account_id bigint not null,
      mailing_id bigint not null,
      id bigint generated always as identity,
      filename text not null,
      mime_type text not null,
      diagnosis text not null,
      content bytea not null,
      size integer not null generated always as (octet_length(content)) stored,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, mailing_id, id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  // Most files are compressed already.
  await sql`alter table mailing_attachment alter column content set storage external`.execute(db);

  await sql`
    create table mailing_schedule (
      account_id bigint not null,
      mailing_id bigint not null,
      state text not null check (state in ('scheduled', 'fired', 'misfired')),
      content_version integer not null,
      dispatch_option text check (dispatch_option in ('hour', 'weekdayhour', 'uniform')),
      end_in_hours integer,
      end_in_days integer,
      end_at timestamptz(3),
      clicks_as_reference boolean not null,
      waves_group integer not null check (waves_group between 1 and 3),
      uniform_interval text check (uniform_interval in ('hour', '30m', '20m', '15m', '10m')),
      allowed_hours text,
      primary key (account_id, mailing_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      check ((dispatch_option is null) = (num_nonnulls(end_in_hours, end_in_days, end_at) = 0)),
      check (num_nonnulls(end_in_hours, end_in_days, end_at) <= 1)
    )`.execute(db);

  await sql`
    create table mailing_dispatching (
      account_id bigint not null,
      mailing_id bigint not null,
      type text not null check (type in ('SINGLE', 'MULTI', 'EXTERNAL')),
      target text check (target in ('EVENT', 'CONTACTFILTER', 'RSS')),
      transaction_type_id bigint,
      system_event text,
      speed_level text not null check (speed_level in ('LOW', 'MEDIUM', 'HIGH')),
      repeat text check (repeat in ('HOUR', 'DAY', 'WEEK', 'MONTH')),
      day_of_month integer check (day_of_month between 1 and 31),
      day_of_week integer check (day_of_week between 1 and 7),
      hours integer check (hours between 0 and 23),
      minutes integer check (minutes between 0 and 59),
      contact_filter_id bigint,
      rss_feed_url text,
      rss_unique_feature text,
      rss_order_by text,
      rss_order_asc boolean,
      rss_min_new_entries integer,
      delivery_limit integer not null default 0 check (delivery_limit >= 0),
      delivery_limit_unit text check (delivery_limit_unit in ('DAY', 'WEEK', 'MONTH', 'YEAR')),
      primary key (account_id, mailing_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_filter_id) references contact_filter,
      check ((type = 'MULTI') = (target is not null and repeat is not null and minutes is not null)),
      check (num_nonnulls(transaction_type_id, system_event) = (type = 'SINGLE' or target is not distinct from 'EVENT')::int),
      check ((delivery_limit > 0) = (delivery_limit_unit is not null))
    )`.execute(db);
  await sql`
    create index mailing_dispatching_by_filter on mailing_dispatching (account_id, contact_filter_id)`.execute(db);
  await sql`
    create index mailing_dispatching_by_type on mailing_dispatching (account_id, transaction_type_id)`.execute(db);
}
