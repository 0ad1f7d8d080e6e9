import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { ContactChange } from '../contacts/input.ts';
import { changedContactRow } from './row.ts';
import { writeContacts } from './write.ts';

/** Gives fields of several contacts the same values; erased and anonymous ones are left out. To be called in a transaction. */
export async function changeContacts(
  db: Db,
  accountId: number,
  ids: readonly number[],
  { standardFields, customFields }: Pick<ContactChange, 'standardFields' | 'customFields'>,
): Promise<void> {
  const contacts = await db
    .selectFrom('contact')
    .select(['id', 'permission', 'email_folded', 'preferences'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .where('anonymous', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute();
  const change = { standardFields, customFields, preferences: [] };
  const now = formatSqlDateTime(new Date());
  await writeContacts(
    db,
    accountId,
    [],
    contacts.map((contact) => changedContactRow(contact, change, { permission: contact.permission, now })),
  );
}
