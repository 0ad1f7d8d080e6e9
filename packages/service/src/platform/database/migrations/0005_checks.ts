import { type Kysely, sql } from 'kysely';

/** Quality checks of mailings and the answers of the people who approve them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailing_check (
      account_id bigint not null,
      mailing_id bigint not null,
      kind text not null,
      content_version integer not null,
      state text check (state in ('success', 'warning', 'failed')),
      started_at timestamptz(3) not null default now(),
      finished_at timestamptz(3),
      result jsonb,
      primary key (account_id, mailing_id, kind),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);

  await sql`
    create table approval (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint not null,
      email text not null,
      content_version integer not null,
      token_hash bytea not null unique check (length(token_hash) = 32),
      decision text check (decision in ('approved', 'rejected')),
      comment text,
      created_at timestamptz(3) not null default now(),
      decided_at timestamptz(3),
      primary key (account_id, id),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete cascade
    )`.execute(db);
  await sql`create index approval_by_mailing on approval (account_id, mailing_id)`.execute(db);
  await sql`create index approval_by_contact on approval (account_id, contact_id)`.execute(db);
}
