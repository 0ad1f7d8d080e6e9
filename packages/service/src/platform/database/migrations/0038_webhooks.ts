import { type Kysely, sql } from 'kysely';

/** Addresses that are called when something happens, and the events that wait for it or were the last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      url text not null,
      events text[] not null,
      active boolean not null,
      secret bytea not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id)
    )`.execute(db);
  await sql`
    create table webhook_event (
      account_id bigint not null,
      id bigint generated always as identity,
      webhook_id bigint not null,
      type text not null,
      contact_id bigint,
      content jsonb not null,
      attempts integer not null default 0,
      status smallint,
      next_attempt_at timestamptz(3) default now(),
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      foreign key (account_id, webhook_id) references webhook on delete cascade
    )`.execute(db);
  await sql`create index webhook_event_by_webhook on webhook_event (account_id, webhook_id, id)`.execute(db);
}
