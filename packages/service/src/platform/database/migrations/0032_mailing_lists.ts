import { type Kysely, sql } from 'kysely';

/**
 * Tags as they are compared, and indexes by which lists skip the pages before theirs, and count, without reading rows.
 * No mailing has tags yet: nothing could give it any.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailing add column tags_folded text[] not null default '{}'`.execute(db);
  await sql`drop index mailing_by_name`.execute(db);
  await sql`
    create index mailing_by_name on mailing (account_id, name_folded, name collate "C", id) include (state, type)`.execute(
    db,
  );
  await sql`create index mailing_by_id on mailing (account_id, id) include (state, type)`.execute(db);
  await sql`
    create index mailing_by_schedule_time on mailing (account_id, schedule_time, id) include (state, type)
    where schedule_time is not null`.execute(db);
}
