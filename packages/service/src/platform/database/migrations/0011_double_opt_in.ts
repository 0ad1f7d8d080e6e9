import { type Kysely, sql } from 'kysely';

/**
 * Double opt-in: the keys of mailings; requests to contacts, their links, and their mails; and who has subscribed. When a
 * contact is erased, only its rows in the log of subscriptions stay, without it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailing add column doi_key text`.execute(db);
  await sql`create unique index mailing_by_doi_key on mailing (account_id, doi_key)`.execute(db);

  await sql`
    create table opt_in_request (
      account_id bigint not null,
      id bigint generated always as identity,
      contact_id bigint not null,
      mailing_id bigint,
      email_folded text not null,
      permission smallint not null check (permission in (4, 5)),
      requested_at timestamptz(3) not null default now(),
      requested_ip text,
      page text,
      source text,
      replaced_at timestamptz(3),
      confirmed_at timestamptz(3),
      confirmed_ip text,
      user_agent text,
      primary key (account_id, id),
      foreign key (account_id, contact_id) references contact on delete cascade,
      foreign key (account_id, mailing_id) references mailing on delete set null (mailing_id)
    )`.execute(db);
  await sql`create index opt_in_request_by_contact on opt_in_request (account_id, contact_id)`.execute(db);
  await sql`create index opt_in_request_by_mailing on opt_in_request (account_id, mailing_id)`.execute(db);
  await sql`create index opt_in_request_by_address on opt_in_request (account_id, email_folded, requested_at)`.execute(
    db,
  );

  await sql`
    create table opt_in_token (
      account_id bigint not null,
      request_id bigint not null,
      hash bytea not null unique check (length(hash) = 32),
      primary key (account_id, request_id, hash),
      foreign key (account_id, request_id) references opt_in_request on delete cascade
    )`.execute(db);

  await sql`
    create table opt_in_mail (
      account_id bigint not null,
      request_id bigint not null,
      message_id text not null,
      state text not null default 'waiting' check (state in ('waiting', 'claimed', 'sent', 'failed', 'skipped')),
      attempts integer not null default 0,
      due_at timestamptz(3) not null default now(),
      reason text,
      primary key (account_id, request_id),
      foreign key (account_id, request_id) references opt_in_request on delete cascade
    )`.execute(db);
  await sql`create index opt_in_mail_due on opt_in_mail (due_at) where state in ('waiting', 'claimed')`.execute(db);

  await sql`
    create table subscription (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      contact_id bigint,
      mailing_id bigint,
      ip text,
      at timestamptz(3) not null default now(),
      primary key (account_id, at, id),
      foreign key (account_id, contact_id) references contact on delete set null (contact_id),
      foreign key (account_id, mailing_id) references mailing on delete set null (mailing_id)
    )`.execute(db);
  await sql`create index subscription_by_contact on subscription (account_id, contact_id)`.execute(db);
  await sql`
    create index subscription_by_mailing on subscription (account_id, mailing_id) where mailing_id is not null`.execute(
    db,
  );
}
