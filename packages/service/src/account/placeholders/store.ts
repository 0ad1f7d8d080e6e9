import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

export interface Placeholder {
  key: string;
  value: string;
}

/** The placeholders of an account, by key. */
export async function listPlaceholders(db: Db, accountId: number): Promise<Placeholder[]> {
  return db
    .selectFrom('account_placeholder')
    .select(['key', 'value'])
    .where('account_id', '=', accountId)
    .orderBy('key')
    .execute();
}

/** Adds placeholders; those whose key is there get the new value. */
export async function putPlaceholders(db: Db, accountId: number, placeholders: Placeholder[]): Promise<void> {
  await sql`
    insert into account_placeholder (account_id, key, value)
    select ${accountId}, key, value
    from unnest(${placeholders.map(({ key }) => key)}::text[], ${placeholders.map(({ value }) => value)}::text[])
      as given (key, value)
    order by key
    on conflict (account_id, key) do update set value = excluded.value`.execute(db);
}

/** Deletes the placeholders with other keys than these. */
export async function deletePlaceholdersBut(db: Db, accountId: number, keys: string[]): Promise<void> {
  await db
    .deleteFrom('account_placeholder')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`key <> all(${keys}::text[])`)
    .execute();
}

/** False when there is none. */
export async function deletePlaceholder(db: Db, accountId: number, key: string): Promise<boolean> {
  const result = await db
    .deleteFrom('account_placeholder')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
