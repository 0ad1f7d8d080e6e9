import { type Kysely, sql } from 'kysely';

/**
 * Conversions are events of mails, too: those that were recorded before get entries of the journal, by time. An index finds the
 * entries of an account by time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index journal_entry_by_time on journal_entry (account_id, recorded_at)`.execute(db);
  await sql`
    alter table journal_entry
      drop constraint journal_entry_kind_check,
      add constraint journal_entry_kind_check check (
        kind in ('delivery', 'bounce', 'opening', 'click', 'conversion', 'unsubscription', 'step'))`.execute(db);
  await sql`
    insert into journal_entry (account_id, kind, event_ids, recorded_at)
    select account_id, 'conversion', array_agg(id order by id), max(at) from conversion
    group by account_id, id / 200
    order by max(at), min(id)`.execute(db);
}
