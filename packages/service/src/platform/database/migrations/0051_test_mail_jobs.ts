import { type Kysely, sql } from 'kysely';

/** Test mails and approval mails are sent by jobs of the queue; an approval has a link for each attempt to send its mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table test_mail (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      run uuid not null,
      contact_id bigint,
      email text,
      message_id text not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'skipped')),
      reason text,
      settled_at timestamptz(3),
      primary key (account_id, id),
      check (contact_id is not null or email is not null),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete cascade
    )`.execute(db);
  await sql`create index test_mail_by_run on test_mail (account_id, run)`.execute(db);
  await sql`create index test_mail_by_mailing on test_mail (account_id, mailing_id)`.execute(db);
  await sql`create index test_mail_by_contact on test_mail (account_id, contact_id)`.execute(db);

  await sql`
    create table approval_token (
      account_id bigint not null,
      approval_id bigint not null,
      hash bytea not null check (length(hash) = 32),
      primary key (account_id, approval_id, hash),
      foreign key (account_id, approval_id) references approval on delete cascade
    )`.execute(db);
  await sql`
    insert into approval_token (account_id, approval_id, hash) select account_id, id, token_hash from approval`.execute(
    db,
  );
  await sql`alter table approval drop column token_hash`.execute(db);
  await sql`alter table approval_token add unique (hash)`.execute(db);

  // Sendouts that are under way when this runs are cut off.
  await sql`delete from mailing_check where state is null and kind in ('testsendout', 'approval')`.execute(db);
}
