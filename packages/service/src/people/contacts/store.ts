import { type Expression, type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { ContactTable, Permission, Schema } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { CustomField, CustomFieldType } from './custom-fields.ts';
import { type ContactChange, mergePreferences } from './input.ts';
import { type ContactKey, lockKeys } from './key-locks.ts';

export type Contact = Selectable<ContactTable>;
type Db = Kysely<Schema>;
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

/** Those of the ids that are contacts with a name: neither erased nor anonymous. */
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

/** Where a contact came from, kept as evidence of consent. */
export interface Origin {
  source: string | undefined;
  subscriptionPage: string | undefined;
}

export async function insertContact(db: Db, accountId: number, change: ContactChange, origin: Origin): Promise<number> {
  const row = await db
    .insertInto('contact')
    .values({
      account_id: accountId,
      email: change.email?.address ?? null,
      email_folded: change.email?.folded ?? null,
      external_id: change.externalId ?? null,
      permission: change.permission ?? 1,
      standard_fields: json(withoutNulls(change.standardFields)),
      custom_fields: json(withoutNulls(change.customFields)),
      preferences: json(mergePreferences([], change.preferences, formatSqlDateTime(new Date()))),
      source: origin.source ?? null,
      subscription_page: origin.subscriptionPage ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Overwrites what the change and the origin hold. Permission is the caller's decision, and the contact must be locked. */
export async function updateContact(db: Db, contact: Contact, change: ContactChange, origin: Origin): Promise<void> {
  const { email, externalId, permission } = change;
  await db
    .updateTable('contact')
    .set({
      ...(email ? { email: email.address, email_folded: email.folded } : {}),
      ...(externalId !== undefined ? { external_id: externalId } : {}),
      ...(permission !== undefined ? { permission } : {}),
      ...(origin.source !== undefined ? { source: origin.source } : {}),
      ...(origin.subscriptionPage !== undefined ? { subscription_page: origin.subscriptionPage } : {}),
      standard_fields: json(withoutNulls({ ...contact.standard_fields, ...change.standardFields })),
      custom_fields: json(withoutNulls({ ...contact.custom_fields, ...change.customFields })),
      preferences: json(mergePreferences(contact.preferences, change.preferences, formatSqlDateTime(new Date()))),
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', contact.account_id)
    .where('id', '=', contact.id)
    .execute();
}

/** A contact has confirmed a permission itself; with that it has not unsubscribed any more. It must be locked. */
export async function confirmContact(db: Db, { account_id, id }: Contact, permission: Permission): Promise<void> {
  await db
    .updateTable('contact')
    .set({ permission, unsubscribed_at: null, unsubscribe_source: null, updated_at: sql<Date>`now()` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

function withoutNulls<Value>(fields: Record<string, Value | null>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Record<string, Value>;
}

/** How many contacts fulfil a condition, and how many of them may get a regular mailing. */
export async function countContacts(
  db: Db,
  accountId: number,
  condition: ContactCondition,
): Promise<{ all: number; active: number }> {
  return matching(db, accountId, condition)
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
  const contacts = await matching(db, accountId, condition)
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
export function matching(db: Db, accountId: number, condition: ContactCondition) {
  return db.selectFrom('contact').where('account_id', '=', accountId).where(condition);
}
