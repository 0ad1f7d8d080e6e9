import { sql, type Transaction } from 'kysely';
import { noteEvents } from '../../journal/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { demoteSuspects } from './demote-suspects.ts';
import { type Event, eventRows } from './events.ts';
import { withReaders } from './readers.ts';
import { noteOpenings } from './watched.ts';

/** The pixel of a mail was loaded. */
export type Opening = Event & { mailingId: number };

/**
 * Records openings. One per reader counts as unique: the first one of a person, or the first suspect one until a person's
 * follows. Machines do not count.
 */
export async function recordOpenings(
  db: Transaction<Schema>,
  accountId: number,
  openings: readonly Opening[],
): Promise<void> {
  const events = await withReaders(db, accountId, openings);
  await demoteSuspects(db, accountId, 'opening', events);
  const given = eventRows(events);
  await sql`
    with given as (${given}), written as (
      insert into opening (
        account_id, reader_id, mailing_id, occasion, at, class, first, format, device_type, user_agent)
      select ${accountId}::int8, reader_id, given.mailing_id, occasion, at, class,
        class <> 'machine'
          and 1 = row_number() over (partition by reader_id, class = 'machine' order by class <> 'human', at)
          and not exists (
            select from opening where account_id = ${accountId} and opening.reader_id = reader.id and first),
        format, device_type, user_agent
      from given join reader on reader.account_id = ${accountId} and reader.id = reader_id
      order by at
      returning id, reader_id, at, class
    ), journaled as (${noteEvents(accountId, 'opening', sql`select id from written`)}), counted as (
      select reader_id, count(*) as openings, max(at) as last from written where class <> 'machine' group by reader_id
    )
    update reader
    set openings = reader.openings + counted.openings, last_opened_at = greatest(last_opened_at, last)
    from counted where reader.account_id = ${accountId} and reader.id = counted.reader_id`.execute(db);
  await noteOpenings(db, accountId, events);
}
