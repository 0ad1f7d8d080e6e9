import type { SynchronizedContact } from '@mailwright/server';
import { findAccount } from '../../account/index.ts';
import {
  blockContacts,
  insertBlacklist,
  insertEntries,
  listBlacklists,
  lockBlacklists,
  matchesEntries,
  parseEntry,
  type SyncResult,
  unsubscribe,
} from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';

/** Unsubscribes contacts that have unsubscribed elsewhere. To be called in a transaction. */
export async function unsubscribeAll(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  const account = await findAccount(db, accountId);
  await unsubscribe(db, account, ids, { source: 'other', mailingId: undefined, reasons: [] });
}

/**
 * Adds addresses to a blacklist, which is created if it does not exist, and blocks the contacts that have them. No contact
 * is created. To be called in a transaction.
 */
export async function blockAddresses(
  db: Db,
  accountId: number,
  contacts: readonly SynchronizedContact[],
  { list: name, source }: { list: string; source: string },
): Promise<Pick<SyncResult, 'created' | 'existing' | 'unsubscribed' | 'invalid'> & { asked: number }> {
  const entries = contacts.map(({ email }) => parseEntry(email ?? ''));
  const valid = [...new Set(entries.filter((entry) => entry !== undefined))];
  await lockBlacklists(db, accountId);
  await insertBlacklist(db, accountId, name);
  const lists = await listBlacklists(db, accountId);
  const list = lists.find((each) => each.account_id === accountId && each.name === name)!;
  await insertEntries(db, list, valid, source);
  await blockContacts(db, accountId, matchesEntries(valid), 'blacklist');
  const invalid = contacts.flatMap((contact, index) =>
    entries[index] === undefined ? [{ contact, fault: { code: 3, error_field: 'email' } }] : [],
  );
  return { created: 0, existing: 0, unsubscribed: 0, asked: 0, invalid };
}
