import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { ContactChange } from '../contacts/input.ts';
import { writeContacts } from './write.ts';

/** Gives fields of several contacts the same values; erased and anonymous ones are left out. To be called in a transaction. */
export async function changeContacts(
  db: Kysely<Schema>,
  accountId: number,
  ids: readonly number[],
  { standardFields, customFields }: Pick<ContactChange, 'standardFields' | 'customFields'>,
): Promise<void> {
  const contacts = await db
    .selectFrom('contact')
    .select(['id', 'permission'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .where('anonymous', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute();
  const change = { standardFields, customFields, preferences: [] };
  const kept = { clearsEmail: false, movesAddress: false, resubscribe: false, preferences: null };
  await writeContacts(
    db,
    accountId,
    [],
    contacts.map(({ id, permission }) => ({ id, permission, change, ...kept })),
  );
}
