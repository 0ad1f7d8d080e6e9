import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { EventClass } from '../tables.ts';

/**
 * Stops counting suspect events as unique where these events are a person's. The caller must hold the locks of the
 * `reader` rows and write the events in the same transaction.
 */
export async function demoteSuspects(
  db: Transaction<Schema>,
  accountId: number,
  table: 'opening' | 'click',
  events: readonly { readerId: number; linkId?: number; class: EventClass }[],
): Promise<void> {
  const persons = events.filter((event) => event.class === 'human');
  if (persons.length === 0) return;
  const given = persons.map(({ readerId, linkId }) => ({ reader_id: readerId, link_id: linkId }));
  const sameLink = table === 'click' ? sql`and event.link_id = given.link_id` : sql``;
  await sql`
    update ${sql.table(table)} as event set first = false
    from json_to_recordset(${JSON.stringify(given)}::json) as given (reader_id int8, link_id int8)
    where event.account_id = ${accountId} and event.reader_id = given.reader_id ${sameLink}
      and event.first and event.class = 'suspect'`.execute(db);
}
