import { type RawBuilder, sql } from 'kysely';

/**
 * Selects contacts, by default those of the table `given`, that exist in the account, and locks them against erasure until
 * the transaction ends.
 */
export function existingContacts(
  accountId: number,
  contactIds: RawBuilder<unknown> = sql`select contact_id from given`,
): RawBuilder<unknown> {
  return sql`
    select id from contact
    where account_id = ${accountId} and id in (${contactIds}) order by id for key share`;
}
