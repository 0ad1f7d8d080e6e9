import { type Kysely, sql } from 'kysely';

/** How fast mails go to receivers that have asked for fewer, and how many go over new relays day by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table receiver_pace (
      relay_id bigint not null references relay on delete cascade,
      receiver text collate "C" not null,
      ceiling double precision not null check (ceiling > 0),
      slowed_at timestamptz(3) not null,
      tokens double precision not null,
      filled_at timestamptz(3) not null,
      asked_at timestamptz(3) not null,
      reason text not null,
      primary key (relay_id, receiver)
    )`.execute(db);
  await sql`
    alter table relay
      add column warm_up integer[],
      add column warm_up_day integer not null default 1,
      add column deferred_on_day integer not null default 0,
      add column slowed_share real`.execute(db);
}
