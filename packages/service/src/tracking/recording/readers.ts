import { sql, type Transaction } from 'kysely';
import type { Db, Schema } from '../../platform/database/schema.ts';
import type { Event } from './events.ts';
import { existingContacts } from './existing-contacts.ts';

type InMailing = Event & { mailingId: number };

/**
 * Finds or makes the readers of events, and locks them in one order, so that of two first events at once only one is the
 * first. Events of contacts that were erased have no reader, and are left out: nothing more is written about them.
 */
export async function withReaders<Item extends InMailing>(
  db: Transaction<Schema>,
  accountId: number,
  events: readonly Item[],
): Promise<(Item & { readerId: number })[]> {
  const keys = new Map(events.map((event) => [keyOf(event), event]));
  let ids = await lockReaders(db, accountId, [...keys.values()]);
  // One of them may have been archived between being found and being locked.
  if (ids.size < keys.size) ids = await lockReaders(db, accountId, [...keys.values()]);
  return events.flatMap((event) => {
    const readerId = ids.get(keyOf(event));
    return readerId === undefined ? [] : [{ ...event, readerId }];
  });
}

/**
 * Makes contacts readers of a mailing that they act on without reading it, such as by unsubscribing: reports then know them
 * by the hash that their openings would have. Ignores readers that exist and contacts that were erased.
 */
export async function ensureReaders(
  db: Db,
  accountId: number,
  mailingId: number,
  contactIds: readonly number[],
): Promise<void> {
  await sql`
    with living as (${existingContacts(accountId, sql`select unnest(${contactIds}::int8[])`)})
    insert into reader (account_id, mailing_id, contact_id)
    select ${accountId}::int8, ${mailingId}::int8, id from living order by id
    on conflict do nothing`.execute(db);
}

/** Makes those that are not there, and locks all; their ids by `keyOf`. */
async function lockReaders(
  db: Transaction<Schema>,
  accountId: number,
  events: readonly InMailing[],
): Promise<Map<string, number>> {
  const given = sql`
    select * from json_to_recordset(${JSON.stringify(events.map(rowOf))}::json)
      as given (mailing_id int8, contact_id int8, alias text)`;
  await sql`
    with given as (${given}), living as (${existingContacts(accountId)})
    insert into reader (account_id, mailing_id, contact_id, alias)
    select ${accountId}::int8, mailing_id, living.id, alias
    from given left join living on living.id = given.contact_id
    where living.id is not null or alias is not null
    order by living.id, alias, mailing_id
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number; mailing_id: number; contact_id: number | null; alias: string | null }>`
    with given as materialized (${given})
    select id, mailing_id, contact_id, alias from reader
    where account_id = ${accountId} and id in (
      select reader.id from given join reader using (mailing_id, contact_id) where account_id = ${accountId}
      union all
      select reader.id from given join reader using (mailing_id, alias) where account_id = ${accountId})
    order by id for update`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [JSON.stringify([row.mailing_id, row.contact_id, row.alias]), id]));
}

function rowOf(event: InMailing) {
  return {
    mailing_id: event.mailingId,
    contact_id: 'contactId' in event ? event.contactId : null,
    alias: 'alias' in event ? event.alias : null,
  };
}

function keyOf(event: InMailing): string {
  const { mailing_id, contact_id, alias } = rowOf(event);
  return JSON.stringify([mailing_id, contact_id, alias]);
}
