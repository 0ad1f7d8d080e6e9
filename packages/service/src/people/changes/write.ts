import { sql } from 'kysely';
import { type CountedRows, requireRoom } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { isWanted } from '../../platform/events/publish.ts';
import { noteWatched, watchesFor } from '../../platform/events/watch.ts';
import { applyBlacklists, blockListed } from '../blacklists/match.ts';
import { publishFieldChanges } from '../log/field-changes.ts';
import { recordSubscriptions } from '../log/subscriptions.ts';
import type { Permission } from '../tables.ts';
import type { ContactRow } from './row.ts';
import { noteFieldChanges } from './watched-fields.ts';

declare module '../../platform/events/watch.ts' {
  interface WatchedKinds {
    /** A contact was created. */
    contact_created: {
      /** Also by an import or a synchronization. */
      imports: boolean;
    };
  }
}

/** How contacts come to be written. */
interface Writing {
  /** By an import or a synchronization of many. */
  imported?: boolean;
}

const contactsKept: CountedRows = {
  quota: 'contacts',
  rows: (accountId) => sql`select from contact where account_id = ${accountId}`,
};

/** Rows of one statement: enough to be fast, few enough to keep the database's memory small. */
const atOnce = 5000;

/**
 * The one way in which contacts are created and changed: writes them, logs who has subscribed, blocks those whose new
 * address a blacklist matches, and notes what programs watch for. To be called last in a transaction; contacts that change must be locked.
 * @throws ApiError 409 when the account would have more contacts than it may
 * @returns the ids of the new contacts, in the order of `inserts`
 */
export async function writeContacts(
  db: Db,
  accountId: number,
  inserts: readonly ContactRow[],
  updates: readonly ContactRow[],
  { imported = false }: Writing = {},
): Promise<number[]> {
  await requireRoom(db, accountId, contactsKept, inserts.length);
  const created: number[] = [];
  for (const staged of inPieces(inserts, newRow)) created.push(...(await insertStaged(db, accountId, staged)));
  if (created.length > 0) {
    const watches = await watchesFor(db, accountId, ['contact_created']);
    await noteWatched(db, accountId, watches, ({ imports }) => (imports || !imported ? created : []));
  }
  await noteFieldChanges(db, accountId, updates);
  const tells = updates.length > 0 && (await isWanted(db, accountId, 'contact_field_change'));
  for (const staged of inPieces(updates, changedRow)) {
    if (tells) await publishFieldChanges(db, accountId, staged);
    await updateStaged(db, accountId, staged);
  }
  await blockListed(db, accountId, created);
  await applyBlacklists(
    db,
    accountId,
    updates.flatMap(({ id, movesAddress }) => (movesAddress ? id! : [])),
  );
  return created;
}

function* inPieces(rows: readonly ContactRow[], staged: (row: ContactRow) => object): Generator<string> {
  for (let start = 0; start < rows.length; start += atOnce) {
    yield JSON.stringify(rows.slice(start, start + atOnce).map(staged));
  }
}

/** Defaults are omitted: each name and value costs time. */
const newRow = ({ change, permission, preferences, origin }: ContactRow) => {
  const { email, externalId, standardFields, customFields } = change;
  return {
    email: email?.address,
    email_folded: email?.folded === email?.address ? undefined : email?.folded,
    external_id: externalId ?? undefined,
    permission,
    standard_fields: filled(standardFields),
    custom_fields: isEmpty(customFields) ? undefined : filled(customFields),
    preferences: preferences?.length ? preferences : undefined,
    source: origin?.source,
    subscription_page: origin?.subscriptionPage,
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
    insert into contact (account_id, email, email_folded, external_id, permission, standard_fields, custom_fields, preferences,
      source, subscription_page)
    select ${accountId}::int8, email, coalesce(email_folded, email), external_id, permission,
      standard_fields, coalesce(custom_fields, '{}'), coalesce(preferences, '[]'), source, subscription_page
    from json_to_recordset(${staged}::json) as staged (
      email text, email_folded text, external_id text, permission int2,
      standard_fields jsonb, custom_fields jsonb, preferences jsonb, source text, subscription_page text)
    returning id, permission`.execute(db);
  const subscribed = rows.filter(({ permission }) => permission > 1);
  await recordSubscriptions(
    db,
    accountId,
    subscribed.map(({ id }) => id),
  );
  return rows.map(({ id }) => id);
}

const changedRow = ({ id, change, clearsEmail, permission, resubscribe, preferences, origin }: ContactRow) => ({
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
  source: origin?.source,
  subscription_page: origin?.subscriptionPage,
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
      source = coalesce(staged.source, contact.source),
      subscription_page = coalesce(staged.subscription_page, contact.subscription_page),
      updated_at = now()
    from json_to_recordset(${rows}::json) as staged (
      id int8, clears_email boolean, email text, email_folded text, names_external_id boolean, external_id text,
      permission int2, resubscribe boolean, standard_fields jsonb, custom_fields jsonb, preferences jsonb,
      source text, subscription_page text)
    where contact.account_id = ${accountId} and contact.id = staged.id`.execute(db);
}
