import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { addressOf } from '../blacklists/entry.ts';
import { blacklisted, lockBlacklists, matchesEntries } from '../blacklists/match.ts';
import { type Blacklist, deleteEntry, insertEntries } from '../blacklists/store.ts';
import { blockContacts, unblockContacts } from '../blocks/store.ts';
import type { ContactCondition } from '../contacts/store.ts';

/** Adds entries in their normal form to a blacklist and blocks the contacts that match. To be called in a transaction. */
export async function addEntries(
  db: Db,
  accountId: number,
  list: Blacklist,
  entries: readonly string[],
  importName: string | undefined,
): Promise<void> {
  const wanted = [...new Set(entries)];
  await lockBlacklists(db, accountId);
  await insertEntries(db, list, wanted, importName);
  await blockContacts(db, accountId, matchesEntries(wanted), 'blacklist');
}

/**
 * Deletes an entry in its normal form from all blacklists of the account, and allows the contacts again that were blocked
 * because of it or, with this address, after bounces. Who has unsubscribed stays so. Returns how many entries and blocks it
 * removed. To be called in a transaction.
 */
export async function unsuppress(db: Db, accountId: number, entry: string): Promise<number> {
  await lockBlacklists(db, accountId);
  const { numDeletedRows } = await db
    .deleteFrom('blacklist_entry')
    .where('account_id', '=', accountId)
    .where('entry', '=', entry)
    .where(
      sql<SqlBool>`not exists (select from blacklist where blacklist.account_id = blacklist_entry.account_id
        and blacklist.id = blacklist_id and global)`,
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await unblockUnlisted(db, accountId, entry);
  const hasAddress: ContactCondition = (contact) => contact('contact.email_folded', '=', addressOf(entry) ?? '');
  const bounced = await unblockContacts(db, accountId, hasAddress, 'bounce_policy');
  // A contact has one reason at a time: the bounces may have hidden a longer entry, or one of a global blacklist.
  const listed = blacklisted(accountId);
  if (bounced > 0)
    await blockContacts(db, accountId, (contact) => contact.and([hasAddress(contact), listed(contact)]), 'blacklist');
  return Number(numDeletedRows) + bounced;
}

/** Deletes an entry in its normal form from one blacklist. Returns whether it was there. To be called in a transaction. */
export async function removeEntry(db: Db, accountId: number, list: Blacklist, entry: string): Promise<boolean> {
  await lockBlacklists(db, accountId);
  const isDeleted = await deleteEntry(db, list, entry);
  if (isDeleted) await unblockUnlisted(db, accountId, entry);
  return isDeleted;
}

/** Allows the contacts again that a deleted entry matched, unless another one does. */
async function unblockUnlisted(db: Db, accountId: number, entry: string): Promise<void> {
  const freed = matchesEntries([entry]);
  await unblockContacts(
    db,
    accountId,
    (contact) => contact.and([freed(contact), contact.not(blacklisted(accountId)(contact))]),
    'blacklist',
  );
}
