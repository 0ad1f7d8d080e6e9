import { expressionBuilder, type SqlBool, sql } from 'kysely';
import { gathered } from '../../platform/database/gathered.ts';
import type { Db, Schema } from '../../platform/database/schema.ts';
import { unseenList } from '../../platform/database/unseen-list.ts';
import { blockContacts, unblockContacts } from '../blocks/store.ts';
import type { ContactCondition } from '../contacts/store.ts';
import { addressOf } from './entry.ts';

const local = sql`split_part(contact.email_folded, '@', 1)`;
const domain = sql`split_part(contact.email_folded, '@', 2)`;
/** As entries write them (`entryOf`). */
const written = (address: typeof local) => sql`replace(${address}, '*', '\\*')`;

/** Contacts whose address one of these entries matches; a scan at most, however many entries there are. */
export function matchesEntries(entries: string[]): ContactCondition {
  const isDomain = (entry: string) => entry.startsWith('*@');
  const isLocal = (entry: string) => entry.endsWith('@*');
  const addresses = entries.map(addressOf).filter((address) => address !== undefined);
  const domains = entries.filter(isDomain).map((entry) => entry.slice(2));
  const locals = entries.filter(isLocal).map((entry) => entry.slice(0, -2));
  const within = (subject: typeof local, texts: string[]) =>
    sql<SqlBool>`(${subject} in (select unnest(${texts}::text[])))`;
  return (contact) =>
    contact.or([
      ...(addresses.length > 0 ? [within(sql`contact.email_folded`, addresses)] : []),
      ...(domains.length > 0 ? [within(domain, domains)] : []),
      ...(locals.length > 0 ? [within(written(local), locals)] : []),
    ]);
}

/** Contacts whose address is in a blacklist of the account or in a global one. */
export function blacklisted(accountId: number): ContactCondition {
  return () => sql<SqlBool>`exists (
    select from blacklist
    join blacklist_entry on blacklist_entry.account_id = blacklist.account_id and blacklist_id = blacklist.id
    where (blacklist.account_id = ${accountId} or global)
      and entry in (${written(sql`contact.email_folded`)}, '*@' || ${domain}, ${written(local)} || '@*'))`;
}

/** Reports whether a blacklist of the account or a global one has an address, which need not be a contact's. */
export const isBlacklisted: (db: Db, accountId: number, folded: string) => Promise<boolean> = gathered(areBlacklisted);

async function areBlacklisted(db: Db, accountId: number, folded: readonly string[]): Promise<boolean[]> {
  const listed = blacklisted(accountId)(expressionBuilder<Schema, 'contact'>());
  const { rows } = await sql<{ email_folded: string }>`
    select email_folded from unnest(${unseenList(folded, 'text')}) as contact (email_folded) where ${listed}`.execute(
    db,
  );
  const found = new Set(rows.map(({ email_folded }) => email_folded));
  return folded.map((address) => found.has(address));
}

/**
 * To be called at the end of a transaction that gave these contacts an address: blocks those of them that a blacklist
 * matches, and allows those again that none matches any more.
 */
export async function applyBlacklists(db: Db, accountId: number, contactIds: number[]): Promise<void> {
  if (contactIds.length === 0) return;
  await blockListed(db, accountId, contactIds);
  const listed = blacklisted(accountId);
  await unblockContacts(
    db,
    accountId,
    (contact) => contact.and([among(contactIds), contact.not(listed(contact))]),
    'blacklist',
  );
}

/** The same for contacts that the transaction created: nobody has blocked them yet. */
export async function blockListed(db: Db, accountId: number, contactIds: number[]): Promise<void> {
  if (contactIds.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(${lockNumber(accountId)})`.execute(db);
  const listed = blacklisted(accountId);
  if (!(await hasEntries(db, accountId))) return;
  await blockContacts(db, accountId, (contact) => contact.and([among(contactIds), listed(contact)]), 'blacklist');
}

/** Reports whether the account's blacklists or the global ones have any entry. */
async function hasEntries(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select from blacklist
    where (account_id = ${accountId} or global) and exists (
      select from blacklist_entry
      where blacklist_entry.account_id = blacklist.account_id and blacklist_id = blacklist.id)
    limit 1`.execute(db);
  return rows.length > 0;
}

const among = (contactIds: number[]) => sql<SqlBool>`(contact.id = any(${contactIds}::int8[]))`;

/** Makes those who give contacts an address wait for the end of the transaction: one of both sees what the other did. */
export async function lockBlacklists(db: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber(accountId)})`.execute(db);
}

function lockNumber(accountId: number) {
  return sql`hashtextextended('blacklists', ${accountId}::int8)`;
}
