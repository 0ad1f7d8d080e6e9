import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { keptStatement } from '../../platform/database/kept-statement.ts';
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
  const { column, value } = columnOf(key);
  return selections[column].all(db, accountId, value);
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
  const { column, value } = columnOf(key);
  return selections[column].locked(db, accountId, value);
}

function columnOf(key: ContactKey) {
  if ('id' in key) return { column: 'id', value: key.id } as const;
  if ('email' in key) return { column: 'email_folded', value: key.email.folded } as const;
  return { column: 'external_id', value: key.externalId } as const;
}

function selectionsBy(column: 'id' | 'email_folded' | 'external_id') {
  const selection = (db: Db) =>
    db.selectFrom('contact').selectAll().where('account_id', '=', 0).where(column, '=', 0).orderBy('id');
  return { all: keptStatement(selection), locked: keptStatement((db) => selection(db).forUpdate()) };
}

const selections = {
  id: selectionsBy('id'),
  email_folded: selectionsBy('email_folded'),
  external_id: selectionsBy('external_id'),
};

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

/** Names of columns in statements, the id among them. */
export const columnNames = (columns: readonly (keyof Contact)[]) =>
  [...new Set(['id' as const, ...columns])].map((column) => `contact.${column}` as const);
