import { type RawBuilder, sql } from 'kysely';

/** Those contacts, by default of the table `given`, that the account has and that nobody erases before the transaction ends. */
export function existingContacts(
  accountId: number,
  contactIds: RawBuilder<unknown> = sql`select contact_id from given`,
): RawBuilder<unknown> {
  return sql`
    select id from contact
    where account_id = ${accountId} and id in (${contactIds}) order by id for key share`;
}
