import type { SynchronizedContact } from '@mailwright/server';
import { findAccount } from '../../account/index.ts';
import { addEntries, blacklistEntry, parseEmail, type SyncResult, unsubscribe } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { requireBlacklist } from '../suppressions.ts';

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
  const addresses = contacts.map(({ email }) => parseEmail(email ?? '')?.folded);
  const entries = addresses.map((address) => address && blacklistEntry.entryOf(address));
  const list = await requireBlacklist(db, accountId, name);
  const valid = entries.filter((entry) => entry !== undefined);
  await addEntries(db, accountId, list, valid, source);
  const invalid = contacts.flatMap((contact, index) =>
    entries[index] === undefined ? [{ contact, fault: { code: 3, error_field: 'email' } }] : [],
  );
  return { created: 0, existing: 0, unsubscribed: 0, asked: 0, invalid };
}
