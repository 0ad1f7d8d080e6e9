import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../../platform/database/schema.ts';
import type { ContactTable } from '../tables.ts';
import type { CustomField, CustomFieldType } from './custom-fields.ts';
import { type ContactKey, lockKeys } from './key-locks.ts';

export type Contact = Selectable<ContactTable>;

/** A condition on contacts, such as that of a filter. */
export type ContactCondition = (contact: ExpressionBuilder<Schema, 'contact'>) => Expression<SqlBool>;

/** The account's custom fields by name. */
export async function customFields(db: Db, accountId: number): Promise<Map<string, CustomField>> {
  const rows = await db
    .selectFrom('custom_field')
    .select(['id', 'name', 'type'])
    .where('account_id', '=', accountId)
    .orderBy(sql`name collate "C"`)
    .execute();
  return new Map(rows.map(({ id, name, type }) => [name, { id, type: type as CustomFieldType }]));
}

/** Contacts with the id, the address or the external id, the oldest first. */
export async function findContacts(db: Db, accountId: number, key: ContactKey): Promise<Contact[]> {
  return withKey(db, accountId, key).execute();
}

/** Returns the ids of contacts that are neither erased nor anonymous. */
export async function namedContacts(db: Db, accountId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('contact')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .where('anonymous', '=', false)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** As `findContacts`, and keeps others from changing them, and from creating one with this key, until the transaction ends. */
export async function lockContacts(db: Db, accountId: number, key: ContactKey): Promise<Contact[]> {
  if (!('id' in key)) await lockKeys(db, accountId, [key]);
  return withKey(db, accountId, key).forUpdate().execute();
}

function withKey(db: Db, accountId: number, key: ContactKey) {
  const [column, value] =
    'id' in key
      ? (['id', key.id] as const)
      : 'email' in key
        ? (['email_folded', key.email.folded] as const)
        : (['external_id', key.externalId] as const);
  return db
    .selectFrom('contact')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(column, '=', value)
    .orderBy('id');
}

/** How many contacts fulfil a condition, and how many of them may get a regular mailing. */
export async function countContacts(
  db: Db,
  accountId: number,
  condition: ContactCondition,
): Promise<{ all: number; active: number }> {
  return contactsMatching(db, accountId, condition)
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where permission > 1 and unsubscribed_at is null and blocked_at is null)`.as(
        'active',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Contacts that fulfil a condition, can be reached by email and are not blocked; by id, at most `limit`. */
export async function reachableContacts(
  db: Db,
  accountId: number,
  condition: ContactCondition,
  limit: number,
): Promise<(Contact & { email: string })[]> {
  const contacts = await contactsMatching(db, accountId, condition)
    .selectAll('contact')
    .where('anonymous', '=', false)
    .where('email', 'is not', null)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return contacts as (Contact & { email: string })[];
}

/** The account's contacts that fulfil a condition. */
export function contactsMatching(db: Db, accountId: number, condition: ContactCondition) {
  return db.selectFrom('contact').where('account_id', '=', accountId).where(condition);
}
