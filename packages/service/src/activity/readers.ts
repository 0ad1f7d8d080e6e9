import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { living } from './living.ts';

/**
 * Finds or makes the readers of `given`, and locks them in one order, so that of two first events at once only one is
 * the first. Events of contacts that were erased have no reader: nothing more is written about them.
 */
export async function lockReaders(
  db: Transaction<Schema>,
  accountId: number,
  given: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with given as (${given}), living as (${living(accountId)})
    insert into reader (account_id, mailing_id, contact_id, alias)
    select distinct ${accountId}::int8, mailing_id, living.id, alias
    from given left join living on living.id = given.contact_id
    where living.id is not null or alias is not null
    order by living.id, alias, mailing_id
    on conflict do nothing`.execute(db);
  await sql`
    with given as (${given})
    select id from reader
    where account_id = ${accountId} and id in (select reader.id from given join ${readerOf(accountId)})
    order by id for update`.execute(db);
}

/** The reader of each row of `given`, for the right side of a join. */
export function readerOf(accountId: number): RawBuilder<unknown> {
  return sql`reader on reader.account_id = ${accountId} and reader.mailing_id = given.mailing_id
    and (reader.contact_id = given.contact_id or reader.alias = given.alias)`;
}
