import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { ContactCondition } from './store.ts';

/** Records which contacts an import has stored; they are known until the import or the contact is deleted. */
export async function noteImported(
  db: Db,
  accountId: number,
  importId: number,
  contactIds: readonly number[],
): Promise<void> {
  await sql`
    insert into imported_contact (account_id, import_id, contact_id)
    select ${accountId}::int8, ${importId}::int8, contact_id from unnest(${contactIds}::int8[]) as contact_id
    on conflict do nothing`.execute(db);
}

/** The condition to be among the contacts that an import has stored. */
export const isImported =
  (accountId: number, importId: number): ContactCondition =>
  () =>
    sql<SqlBool>`contact.id in (
      select contact_id from imported_contact where account_id = ${accountId} and import_id = ${importId})`;
