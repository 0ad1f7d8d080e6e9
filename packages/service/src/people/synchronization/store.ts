import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Permission, Schema } from '../../platform/database/schema.ts';
import { lockKeys } from '../contacts/key-locks.ts';
import { recordSubscriptions } from '../subscriptions/log.ts';
import type { KnownBy } from './options.ts';
import type { Existing, Row } from './plan.ts';
import type { Entry } from './validate.ts';

type Db = Kysely<Schema>;

/**
 * Finds the existing contacts that the entries mean, the oldest of several, and locks them; also keeps others from
 * creating what was not found. Locks are taken in one order by everybody: keys, then contacts by id.
 */
export async function findExisting(
  db: Db,
  accountId: number,
  entries: readonly Entry[],
  knownBy: KnownBy,
): Promise<(entry: Entry) => Existing | undefined> {
  const emails = entries.flatMap(({ change }) => change.email ?? []);
  const externalIds = entries.flatMap(({ change }) => change.externalId ?? []);
  const byExternalId = knownBy === 'external id';
  await lockKeys(
    db,
    accountId,
    byExternalId ? externalIds.map((externalId) => ({ externalId })) : emails.map((email) => ({ email })),
  );
  const folded = emails.map((email) => email.folded);
  const ids = entries.flatMap(({ id }) => id ?? []);
  const withPreferences = entries.some(({ change }) => change.preferences.length > 0);
  const rows = await db
    .selectFrom('contact')
    .select(['id', 'email_folded', 'external_id', 'permission', 'unsubscribed_at', 'anonymous'])
    .select(sql<Existing['preferences']>`case when ${withPreferences} then preferences else '[]' end`.as('preferences'))
    .where('account_id', '=', accountId)
    .where(
      byExternalId
        ? sql<SqlBool>`external_id = any(${externalIds}::text[])`
        : ids.length === 0
          ? sql<SqlBool>`email_folded = any(${folded}::text[])`
          : sql<SqlBool>`(id = any(${ids}::int8[]) or email_folded = any(${folded}::text[]))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const newestFirst = rows.reverse();
  const byId = new Map(newestFirst.map((row) => [row.id, row]));
  const byKey = new Map(newestFirst.map((row) => [byExternalId ? row.external_id : row.email_folded, row]));
  return ({ id, change }) => {
    const key = byExternalId ? change.externalId : change.email?.folded;
    return (id === undefined ? undefined : byId.get(id)) ?? (key == null ? undefined : byKey.get(key));
  };
}

/** Rows of one statement: enough to be fast, few enough to keep the database's memory small. */
const atOnce = 5000;

/**
 * Writes new contacts and changes of existing ones, which must be locked. Gives the ids of new ones, and of those that got
 * an address they did not have.
 */
export async function writeContacts(
  db: Db,
  accountId: number,
  inserts: Row[],
  updates: Row[],
): Promise<{ created: number[]; moved: number[] }> {
  const created: number[] = [];
  for (const staged of inPieces(inserts, newRow)) created.push(...(await insertStaged(db, accountId, staged)));
  for (const staged of inPieces(updates, changedRow)) await updateStaged(db, accountId, staged);
  return { created, moved: updates.flatMap(({ id, movesAddress }) => (movesAddress ? id! : [])) };
}

function* inPieces(rows: Row[], staged: (row: Row) => object): Generator<string> {
  for (let start = 0; start < rows.length; start += atOnce) {
    yield JSON.stringify(rows.slice(start, start + atOnce).map(staged));
  }
}

/** What is usual is left out: each name and value costs time. */
const newRow = ({ change, permission, preferences }: Row) => {
  const { email, externalId, standardFields, customFields } = change;
  return {
    email: email?.address,
    email_folded: email?.folded === email?.address ? undefined : email?.folded,
    external_id: externalId ?? undefined,
    permission,
    standard_fields: filled(standardFields),
    custom_fields: isEmpty(customFields) ? undefined : filled(customFields),
    preferences: preferences?.length ? preferences : undefined,
  };
};

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;

/** The fields that have a value; the database would take longer to leave the others out. */
function filled(fields: Record<string, unknown>): Record<string, unknown> {
  for (const name in fields) {
    if (fields[name] === null) return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  }
  return fields;
}

async function insertStaged(db: Db, accountId: number, staged: string): Promise<number[]> {
  const { rows } = await sql<{ id: number; permission: Permission }>`
    insert into contact (account_id, email, email_folded, external_id, permission, standard_fields, custom_fields, preferences)
    select ${accountId}::int8, email, coalesce(email_folded, email), external_id, permission,
      standard_fields, coalesce(custom_fields, '{}'), coalesce(preferences, '[]')
    from json_to_recordset(${staged}::json) as staged (
      email text, email_folded text, external_id text, permission int2,
      standard_fields jsonb, custom_fields jsonb, preferences jsonb)
    returning id, permission`.execute(db);
  const subscribed = rows.filter(({ permission }) => permission > 1);
  await recordSubscriptions(
    db,
    accountId,
    subscribed.map(({ id }) => id),
  );
  return rows.map(({ id }) => id);
}

const changedRow = ({ id, change, clearsEmail, permission, resubscribe, preferences }: Row) => ({
  id,
  clears_email: clearsEmail,
  email: change.email?.address,
  email_folded: change.email?.folded,
  names_external_id: change.externalId !== undefined,
  external_id: change.externalId,
  permission,
  resubscribe,
  standard_fields: change.standardFields,
  custom_fields: change.customFields,
  preferences,
});

async function updateStaged(db: Db, accountId: number, rows: string): Promise<void> {
  await sql`
    update contact set
      email = case when not staged.clears_email then coalesce(staged.email, contact.email) end,
      email_folded = case when not staged.clears_email then coalesce(staged.email_folded, contact.email_folded) end,
      external_id = case when staged.names_external_id then staged.external_id else contact.external_id end,
      permission = staged.permission,
      unsubscribed_at = case when not staged.resubscribe then contact.unsubscribed_at end,
      unsubscribe_source = case when not staged.resubscribe then contact.unsubscribe_source end,
      standard_fields = jsonb_strip_nulls(contact.standard_fields || staged.standard_fields),
      custom_fields = jsonb_strip_nulls(contact.custom_fields || staged.custom_fields),
      preferences = coalesce(staged.preferences, contact.preferences),
      updated_at = now()
    from json_to_recordset(${rows}::json) as staged (
      id int8, clears_email boolean, email text, email_folded text, names_external_id boolean, external_id text,
      permission int2, resubscribe boolean, standard_fields jsonb, custom_fields jsonb, preferences jsonb)
    where contact.account_id = ${accountId} and contact.id = staged.id`.execute(db);
}
