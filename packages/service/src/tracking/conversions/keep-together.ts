import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** Keeps the conversions of each contact together when it is erased, so that unique conversions stay as many. */
export async function keepConversionsTogether(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await sql`
    update conversion set erased_as = first.id
    from (
      select contact_id, min(id) as id from conversion
      where account_id = ${accountId} and contact_id = any(${contactIds}::int8[])
      group by contact_id
    ) as first
    where conversion.account_id = ${accountId} and conversion.contact_id = first.contact_id`.execute(db);
}
