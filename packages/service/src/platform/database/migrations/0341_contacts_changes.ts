import { type Kysely, sql } from 'kysely';

/** Changes of all contacts that a search has found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contacts_change (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      action text not null check (action in ('tag', 'untag', 'block', 'unsubscribe', 'erase')),
      tag text,
      state text not null default 'running' check (state in ('running', 'done')),
      selection jsonb,
      last_id bigint not null default 0,
      end_id bigint not null,
      count integer not null,
      count_done integer not null default 0,
      created_at timestamptz(3) not null default now(),
      ended_at timestamptz(3),
      primary key (account_id, id)
    )`.execute(db);
}
