import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/** When each of the contacts opened mails, or clicked in them; machines do not count. Who never did is not among them. */
export async function responsesOf(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
  event: 'opening' | 'click',
): Promise<Map<number, Date[]>> {
  const { rows } = await sql<{ contact_id: number; at: Date }>`
    select reader.contact_id, event.at
    from reader join ${sql.table(event)} as event
      on event.account_id = reader.account_id and event.reader_id = reader.id
    where reader.account_id = ${accountId} and reader.contact_id = any(${contactIds}::int8[])
      and event.class <> 'machine'`.execute(db);
  const responses = new Map<number, Date[]>();
  for (const { contact_id, at } of rows) {
    const known = responses.get(contact_id);
    if (known === undefined) responses.set(contact_id, [at]);
    else known.push(at);
  }
  return responses;
}
