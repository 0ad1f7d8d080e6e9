import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** Counts the contacts with a value of a custom field, and the most frequent values. */
export async function frequentValues(
  db: Db,
  accountId: number,
  fieldId: number,
  limit: number,
): Promise<{ count_contacts: number; values: { value: string; count_contacts: number }[] }> {
  const key = String(fieldId);
  const { rows } = await sql<{ value: string; count_contacts: number; all: number }>`
    select value, count(*) as count_contacts, (sum(count(*)) over ())::int8 as all
    from (
      select custom_fields ->> ${key}::text as value from contact
      where account_id = ${accountId} and custom_fields ? ${key}::text
    ) as filled
    group by value order by count_contacts desc, filled.value collate "C" limit ${limit}`.execute(db);
  return {
    count_contacts: rows[0]?.all ?? 0,
    values: rows.map(({ value, count_contacts }) => ({ value, count_contacts })),
  };
}
