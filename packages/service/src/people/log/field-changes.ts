import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { publish } from '../../platform/events/publish.ts';

declare module '../../platform/events/publish.ts' {
  interface EventData {
    contact_field_change: { contact_id: number; standard_fields: string[]; custom_fields: string[] };
  }
}

/**
 * Publishes which fields of contacts are about to change their values.
 * @param staged JSON rows of `id`, `standard_fields` and `custom_fields`; null removes a value
 */
export async function publishFieldChanges(db: Db, accountId: number, staged: string): Promise<void> {
  const { rows } = await sql<{ id: number; standard: string[]; custom: string[] }>`
    select contact.id, standard.names as standard, custom.names as custom
    from json_to_recordset(${staged}::json) as staged (id int8, standard_fields jsonb, custom_fields jsonb)
    join contact on contact.account_id = ${accountId} and contact.id = staged.id
    cross join lateral (
      select coalesce(array_agg(key order by key), '{}') as names from jsonb_each(staged.standard_fields)
      where value is distinct from coalesce(contact.standard_fields -> key, 'null')) as standard
    cross join lateral (
      select coalesce(array_agg(custom_field.name order by custom_field.name), '{}') as names
      from jsonb_each(staged.custom_fields)
      join custom_field on custom_field.account_id = contact.account_id and custom_field.id = key::int8
      where value is distinct from coalesce(contact.custom_fields -> key, 'null')) as custom
    where standard.names <> '{}' or custom.names <> '{}'
    order by contact.id`.execute(db);
  const events = rows.map(({ id, standard, custom }) => ({
    type: 'contact_field_change' as const,
    contact_id: id,
    standard_fields: standard,
    custom_fields: custom,
  }));
  await publish(db, accountId, events);
}
