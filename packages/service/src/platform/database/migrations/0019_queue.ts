import { type Kysely, sql } from 'kysely';

/** Durable work outside of requests. A row is deleted when its work is done, and stays as `dead` when it failed for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      kind text collate "C" not null,
      key text collate "C",
      payload jsonb not null default '{}',
      state text not null default 'waiting' check (state in ('waiting', 'running', 'dead')),
      due_at timestamptz(3) not null,
      attempts integer not null default 0,
      owner uuid,
      error text,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id)
    )`.execute(db);
  await sql`create unique index job_waiting on job (account_id, kind, key) where state = 'waiting'`.execute(db);
  await sql`create index job_due on job (due_at) where state <> 'dead'`.execute(db);
  await sql`
    insert into job (account_id, kind, key, payload, due_at)
    select account_id, 'refresh-contact-filter', id::text, jsonb_build_object('filterId', id), refresh_queued_at
    from contact_filter where refresh_queued_at is not null`.execute(db);
}
