import { sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type Event, eventColumns, eventRow } from './events.ts';
import { lockReaders, readerOf } from './readers.ts';

/** The pixel of a mail was loaded. */
export type Opening = Event & { mailingId: number };

/** Writes down openings. The first one of a reader that is not a machine's counts as unique. */
export async function recordOpenings(
  db: Transaction<Schema>,
  accountId: number,
  openings: readonly Opening[],
): Promise<void> {
  const rows = openings.map((opening) => ({ ...eventRow(opening), mailing_id: opening.mailingId }));
  const given = sql`
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as event (${sql.raw(eventColumns)})`;
  await lockReaders(db, accountId, given);
  await sql`
    with given as (${given}), written as (
      insert into opening (
        account_id, reader_id, mailing_id, occasion, at, class, first, format, device_type, user_agent)
      select ${accountId}::int8, reader.id, given.mailing_id, occasion, at, class,
        class <> 'machine' and reader.openings = 0
          and 1 = row_number() over (partition by reader.id, class = 'machine' order by at),
        format, device_type, user_agent
      from given join ${readerOf(accountId)}
      order by at
      returning reader_id, at, class
    ), counted as (
      select reader_id, count(*) as openings, max(at) as last from written where class <> 'machine' group by reader_id
    )
    update reader
    set openings = reader.openings + counted.openings, last_opened_at = greatest(last_opened_at, last)
    from counted where reader.account_id = ${accountId} and reader.id = counted.reader_id`.execute(db);
}
