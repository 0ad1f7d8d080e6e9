import { type Kysely, sql } from 'kysely';

/**
 * The order in which programs read events of mails. An entry names rows that one statement has written, and gets its position
 * when somebody reads. Entries of older rows follow each other by time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table journal (
      account_id bigint primary key references account on delete cascade,
      position bigint not null default 0,
      purged_until timestamptz(3)
    )`.execute(db);
  await sql`
    create table journal_entry (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      kind text not null check (kind in ('delivery', 'bounce', 'opening', 'click', 'unsubscription', 'step')),
      event_ids bigint[] not null,
      position bigint,
      recorded_at timestamptz(3) not null default clock_timestamp(),
      primary key (account_id, id)
    )`.execute(db);
  await sql`create unique index journal_entry_position on journal_entry (account_id, position)`.execute(db);
  await sql`create index journal_entry_waiting on journal_entry (account_id, id) where position is null`.execute(db);
  await sql`create index journal_entry_by_age on journal_entry (kind, recorded_at)`.execute(db);
  // Steps are found by the mail otherwise.
  await sql`create index transactional_step_by_id on transactional_step (account_id, id)`.execute(db);
  await sql`
    insert into journal_entry (account_id, kind, event_ids, recorded_at)
    select account_id, kind, array_agg(id order by id), max(at) from (
      select account_id, 'delivery' as kind, id, recorded_at as at from delivery where occasion not like 'mail:%'
      union all select account_id, 'bounce', id, at from bounce where occasion not like 'mail:%'
      union all select account_id, 'opening', id, recorded_at from opening
      union all select account_id, 'click', id, recorded_at from click
      union all select account_id, 'unsubscription', id, at from unsubscription
      union all select account_id, 'step', id, at from transactional_step) as event
    group by account_id, kind, id / 200
    order by max(at), kind, min(id)`.execute(db);
}
