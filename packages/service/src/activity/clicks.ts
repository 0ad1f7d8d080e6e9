import { sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type Event, eventColumns, eventRow } from './events.ts';
import { lockReaders, readerOf } from './readers.ts';

/** A link was followed; the link says in which mailing. */
export type Click = Event & { linkId: number };

/**
 * Writes down clicks. The first one of a reader on a link that is not a machine's counts as unique. Who clicks has read
 * the mail: an opening is written down for those who have none, and the time of the last opening moves on.
 */
export async function recordClicks(
  db: Transaction<Schema>,
  accountId: number,
  clicks: readonly Click[],
): Promise<void> {
  const rows = clicks.map((click) => ({ ...eventRow(click), link_id: click.linkId }));
  const given = sql`
    select link.mailing_id, link_id, contact_id, alias, at, class, format, device_type, user_agent, occasion
    from json_to_recordset(${JSON.stringify(rows)}::json) as event (${sql.raw(eventColumns)}, link_id int8)
    join link on link.account_id = ${accountId} and link.id = link_id`;
  await lockReaders(db, accountId, given);
  await sql`
    with given as (${given}), written as (
      insert into click (
        account_id, reader_id, mailing_id, link_id, occasion, at, class, first, format, device_type, user_agent)
      select ${accountId}::int8, reader.id, given.mailing_id, link_id, occasion, at, class,
        class <> 'machine'
          and 1 = row_number() over (partition by reader.id, link_id, class = 'machine' order by at)
          and not exists (
            select from click where account_id = ${accountId} and reader_id = reader.id and click.link_id = given.link_id
              and first),
        format, device_type, user_agent
      from given join ${readerOf(accountId)}
      order by at
      returning reader_id, mailing_id, occasion, at, class, format, device_type, user_agent
    ), counted as (
      select reader_id, count(*) as clicks, max(at) as last from written where class <> 'machine' group by reader_id
    ), implied as (
      insert into opening (
        account_id, reader_id, mailing_id, occasion, at, class, first, format, device_type, user_agent, source)
      select distinct on (reader_id) ${accountId}::int8, reader_id, written.mailing_id, occasion, at, class, true,
        format, device_type, user_agent, 'click'
      from written join reader on reader.account_id = ${accountId} and reader.id = reader_id
      where class <> 'machine' and openings = 0
      order by reader_id, at
      returning reader_id
    )
    update reader set
      clicks = reader.clicks + counted.clicks, last_clicked_at = greatest(last_clicked_at, last),
      openings = openings + (implied.reader_id is not null)::int, last_opened_at = greatest(last_opened_at, last)
    from counted left join implied using (reader_id)
    where reader.account_id = ${accountId} and reader.id = counted.reader_id`.execute(db);
}
