import { sql, type Transaction } from 'kysely';
import { noteEvents } from '../../journal/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { mailingsOfLinks } from '../links/store.ts';
import type { EventClass } from '../tables.ts';
import { demoteSuspects } from './demote-suspects.ts';
import { type Event, eventRows } from './events.ts';
import { withReaders } from './readers.ts';
import { noteClicks, noteOpenings } from './watched.ts';

/** A link was followed; the link says in which mailing. */
export type Click = Event & { linkId: number };

/**
 * Writes down clicks. Of each reader and link one counts as unique, as with openings. Who clicks has read the mail: an
 * opening is written down for those who have none, and the time of the last opening moves on.
 */
export async function recordClicks(
  db: Transaction<Schema>,
  accountId: number,
  clicks: readonly Click[],
): Promise<void> {
  const mailings = await mailingsOfLinks(db, accountId, clicks);
  const known = clicks.flatMap((click) => {
    const mailingId = mailings.get(click.linkId);
    return mailingId === undefined ? [] : [{ ...click, mailingId }];
  });
  const events = await withReaders(db, accountId, known);
  await demoteSuspects(db, accountId, 'click', events);
  const given = eventRows(events);
  const { rows } = await sql<{ reader_id: number; opened: EventClass | null }>`
    with given as (${given}), written as (
      insert into click (
        account_id, reader_id, mailing_id, link_id, occasion, at, class, first, format, device_type, user_agent)
      select ${accountId}::int8, reader_id, mailing_id, link_id, occasion, at, class,
        class <> 'machine'
          and 1 = row_number() over (partition by reader_id, link_id, class = 'machine' order by class <> 'human', at)
          and not exists (
            select from click where account_id = ${accountId} and click.reader_id = given.reader_id
              and click.link_id = given.link_id and first),
        format, device_type, user_agent
      from given
      order by at
      returning id, reader_id, mailing_id, occasion, at, class, format, device_type, user_agent
    ), journaled as (${noteEvents(accountId, 'click', sql`select id from written`)}), counted as (
      select reader_id, count(*) as clicks, max(at) as last from written where class <> 'machine' group by reader_id
    ), implied as (
      insert into opening (
        account_id, reader_id, mailing_id, occasion, at, class, first, format, device_type, user_agent, source)
      select distinct on (reader_id) ${accountId}::int8, reader_id, written.mailing_id, occasion, at, class, true,
        format, device_type, user_agent, 'click'
      from written join reader on reader.account_id = ${accountId} and reader.id = reader_id
      where class <> 'machine' and openings = 0
      order by reader_id, at
      returning id, reader_id, class
    ), journaled_openings as (${noteEvents(accountId, 'opening', sql`select id from implied`)})
    update reader set
      clicks = reader.clicks + counted.clicks, last_clicked_at = greatest(last_clicked_at, last),
      openings = openings + (implied.reader_id is not null)::int, last_opened_at = greatest(last_opened_at, last)
    from counted left join implied using (reader_id)
    where reader.account_id = ${accountId} and reader.id = counted.reader_id
    returning reader.id as reader_id, implied.class as opened`.execute(db);
  await noteClicks(db, accountId, events);
  const opened = new Map(rows.map((row) => [row.reader_id, row.opened]));
  const openings = new Map(events.map((event) => [event.readerId, { ...event, class: opened.get(event.readerId) }]));
  await noteOpenings(
    db,
    accountId,
    [...openings.values()].flatMap(({ class: of, ...event }) => (of ? [{ ...event, class: of }] : [])),
  );
}
