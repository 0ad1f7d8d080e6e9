import { type RawBuilder, sql } from 'kysely';

/** The contacts of `given` that the account has and that nobody erases before the transaction ends. */
export function living(accountId: number): RawBuilder<unknown> {
  return sql`
    select id from contact
    where account_id = ${accountId} and id in (select contact_id from given) order by id for key share`;
}
