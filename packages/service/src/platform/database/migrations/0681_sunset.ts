import { type Kysely, sql } from 'kysely';

/** When contacts without activity get a last mail and rest, and which contacts do. No account has a policy until it says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sunset_policy (
      account_id bigint not null references account on delete cascade,
      active boolean not null,
      days integer not null check (days > 0),
      sends boolean not null,
      mailing_id bigint,
      wait_days integer not null check (wait_days > 0),
      daily_limit integer not null check (daily_limit > 0),
      next_at timestamptz(3),
      looked_to bigint not null default 0,
      asked integer not null default 0,
      constraint sunset_policy_pkey primary key (account_id),
      constraint sunset_policy_mailing_fkey foreign key (account_id, mailing_id) references mailing
        on delete set null (mailing_id)
    )`.execute(db);
  await sql`create index sunset_policy_by_mailing on sunset_policy (account_id, mailing_id)`.execute(db);
  await sql`
    create table sunset_contact (
      account_id bigint not null,
      contact_id bigint not null,
      asked_at timestamptz(3) not null,
      mailing_id bigint,
      rests_at timestamptz(3),
      woken_at timestamptz(3),
      constraint sunset_contact_pkey primary key (account_id, contact_id),
      constraint sunset_contact_contact_fkey foreign key (account_id, contact_id) references contact on delete cascade,
      constraint sunset_contact_mailing_fkey foreign key (account_id, mailing_id) references mailing
        on delete set null (mailing_id)
    )`.execute(db);
  await sql`create index sunset_contact_by_mailing on sunset_contact (account_id, mailing_id)`.execute(db);
}
