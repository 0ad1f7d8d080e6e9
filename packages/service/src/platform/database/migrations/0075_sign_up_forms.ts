import { type Kysely, sql } from 'kysely';

/** Forms with which people subscribe, their fields, and every version of what people agree to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_up_form (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      token text not null unique,
      name text not null,
      title text,
      language text not null check (language in ('en', 'de')),
      consent_version integer not null default 1,
      double_opt_in boolean not null,
      doi_plus boolean not null,
      doi_mailing text,
      origins text[] not null default '{}',
      thanks text,
      thanks_url text,
      hourly_limit integer not null,
      active boolean not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id)
    )`.execute(db);
  await sql`
    create table sign_up_field (
      account_id bigint not null,
      form_id bigint not null,
      position smallint not null,
      usage text not null check (usage in ('asked', 'topic', 'given')),
      standard_field text collate "C",
      custom_field_id bigint,
      label text,
      required boolean not null default false,
      value text,
      primary key (account_id, form_id, position),
      foreign key (account_id, form_id) references sign_up_form on delete cascade,
      foreign key (account_id, custom_field_id) references custom_field on delete cascade,
      check (num_nonnulls(standard_field, custom_field_id) = 1)
    )`.execute(db);
  await sql`create index sign_up_field_by_custom_field on sign_up_field (account_id, custom_field_id)`.execute(db);
  await sql`
    create table sign_up_consent (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      form_id bigint,
      version integer not null,
      text text not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, form_id, version),
      foreign key (account_id, form_id) references sign_up_form on delete set null (form_id)
    )`.execute(db);
}
