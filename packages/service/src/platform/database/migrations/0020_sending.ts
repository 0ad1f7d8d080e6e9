import { type Kysely, sql } from 'kysely';

/**
 * Sendouts: which mailing is on its way to whom, and what has become of it. A recipient is known by its id in addresses
 * and bounces; its contact has no foreign key, because rows of a million people are made in one statement and stay as
 * numbers when contacts are erased. Batches are the work that is left to do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sendout (
      account_id bigint not null,
      mailing_id bigint not null,
      queued_at timestamptz(3) not null default now(),
      frozen_at timestamptz(3),
      recipients bigint,
      removed jsonb not null default '{}',
      finished_at timestamptz(3),
      primary key (account_id, mailing_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);

  await sql`
    create table recipient (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint not null,
      occasion text collate "C" not null default '',
      state text not null default 'pending' check (state in (
        'pending', 'in_flight', 'deferred', 'sent', 'failed', 'skipped')),
      attempt integer not null default 0,
      deferrals integer not null default 0,
      first_tried_at timestamptz(3),
      next_at timestamptz(3),
      code integer,
      reason text,
      primary key (account_id, id),
      unique (account_id, mailing_id, contact_id, occasion),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    ) with (fillfactor = 80)`.execute(db);

  await sql`
    create table recipient_batch (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      occasion text collate "C" not null default '',
      contact_ids bigint[] not null,
      due_at timestamptz(3) not null default now(),
      owner uuid,
      attempt integer not null default 0,
      lease_until timestamptz(3),
      primary key (account_id, id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  await sql`create index recipient_batch_by_mailing on recipient_batch (account_id, mailing_id)`.execute(db);
  await sql`create index recipient_batch_due on recipient_batch (due_at)`.execute(db);
}
