import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** Returns those of the types of transactions for which a trigger mailing is set up that is not released. */
export async function typesWithUnreleasedTrigger(
  db: Db,
  accountId: number,
  typeIds: readonly number[],
): Promise<Set<number>> {
  if (typeIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select distinct transaction_type_id as id
    from mailing_dispatching as dispatching
    join mailing on mailing.account_id = dispatching.account_id and mailing.id = dispatching.mailing_id
    where dispatching.account_id = ${accountId} and dispatching.type = 'SINGLE' and mailing.state <> 'released'
      and transaction_type_id = any(${typeIds}::int8[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
