import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { isZone } from '../../platform/time/zone.ts';

/** Returns the time zones that contacts have in a custom field, by their ids; those without the name of a zone are left out. */
export async function contactZones(
  db: Db,
  accountId: number,
  fieldId: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; zone: string }>`
    select id, custom_fields ->> ${fieldId}::text as zone from contact
    where account_id = ${accountId} and id = any(${ids}::int8[]) and custom_fields ->> ${fieldId}::text <> ''`.execute(
    db,
  );
  const known = new Set([...new Set(rows.map(({ zone }) => zone))].filter(isZone));
  return new Map(rows.flatMap(({ id, zone }) => (known.has(zone) ? [[id, zone] as const] : [])));
}
