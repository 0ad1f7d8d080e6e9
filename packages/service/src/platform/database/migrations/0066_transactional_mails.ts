import { type Kysely, sql } from 'kysely';

/** Mails that programs send in one call: their contents until they are sent, their states, and their stories. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter type mail_purpose add value 'transactional'`.execute(db);
  await sql`
    create table transactional_carrier (
      account_id bigint primary key references account on delete cascade,
      mailing_id bigint not null,
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  await sql`create index transactional_carrier_by_mailing on transactional_carrier (account_id, mailing_id)`.execute(
    db,
  );
  await sql`
    create table transactional_content (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      sender text,
      sender_name text,
      subject text,
      html text,
      text_body text,
      data jsonb,
      reply_to text,
      attachments jsonb not null default '[]',
      primary key (account_id, id)
    )`.execute(db);
  await sql`
    create table transactional_mail (
      account_id bigint not null references account on delete cascade,
      id uuid not null,
      number bigint generated always as identity,
      content_id bigint not null,
      mailing_id bigint not null,
      template boolean not null,
      contact_id bigint not null,
      email text not null,
      email_folded text not null,
      name text,
      tags text[] not null default '{}',
      state text not null default 'waiting' check (state in (
        'waiting', 'deferred', 'delivered', 'failed', 'skipped', 'bounced')),
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id)
    )`.execute(db);
  await sql`create index transactional_mail_newest on transactional_mail (account_id, number desc)`.execute(db);
  await sql`create index transactional_mail_by_address on transactional_mail (account_id, email_folded)`.execute(db);
  await sql`create index transactional_mail_by_contact on transactional_mail (account_id, contact_id)`.execute(db);
  await sql`create index transactional_mail_by_content on transactional_mail (account_id, content_id)`.execute(db);
  await sql`create index transactional_mail_by_age on transactional_mail (created_at)`.execute(db);
  await sql`
    create table transactional_step (
      account_id bigint not null,
      mail_id uuid not null,
      id bigint generated always as identity,
      step text not null,
      at timestamptz(3) not null default now(),
      code integer,
      reason text,
      primary key (account_id, mail_id, id),
      foreign key (account_id, mail_id) references transactional_mail on delete cascade
    )`.execute(db);
}
