import { type Kysely, sql } from 'kysely';

/** Sign-ups with what people have agreed to, and what is left of the limits of forms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table opt_in_request add column by_form boolean not null default false`.execute(db);
  await sql`
    create table sign_up (
      account_id bigint not null,
      id bigint generated always as identity,
      contact_id bigint not null,
      form_id bigint,
      consent_id bigint not null,
      request_id bigint,
      standard_fields jsonb not null default '{}',
      custom_fields jsonb not null default '{}',
      page text,
      ip text,
      created_at timestamptz(3) not null default now(),
      confirmed_at timestamptz(3),
      primary key (account_id, id),
      foreign key (account_id, contact_id) references contact on delete cascade,
      foreign key (account_id, form_id) references sign_up_form on delete set null (form_id),
      foreign key (account_id, consent_id) references sign_up_consent,
      foreign key (account_id, request_id) references opt_in_request on delete cascade
    )`.execute(db);
  await sql`create index sign_up_by_contact on sign_up (account_id, contact_id)`.execute(db);
  await sql`create index sign_up_by_form on sign_up (account_id, form_id, id desc)`.execute(db);
  await sql`create index sign_up_by_consent on sign_up (account_id, consent_id)`.execute(db);
  await sql`create index sign_up_by_request on sign_up (account_id, request_id)`.execute(db);
  await sql`
    create table sign_up_allowance (
      account_id bigint not null references account on delete cascade,
      key text not null,
      used_until timestamptz(3) not null,
      primary key (account_id, key)
    )`.execute(db);
  await sql`create index sign_up_allowance_by_end on sign_up_allowance (used_until)`.execute(db);
}
