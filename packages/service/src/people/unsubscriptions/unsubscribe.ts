import { sql } from 'kysely';
import type { Account } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { noteWatched, watchesFor } from '../../platform/events/watch.ts';
import { anonymiseContacts } from '../erasure/erase.ts';
import { logUnsubscriptions, type Unsubscribing } from '../log/unsubscriptions.ts';
import { markContacts } from './marks.ts';

declare module '../../platform/events/watch.ts' {
  interface WatchedKinds {
    /** A contact unsubscribed from everything. */
    // biome-ignore lint/complexity/noBannedTypes: nothing tells one of these watches from another
    unsubscribed: {};
  }
}

/**
 * Unsubscribes contacts of the account: from now on no regular mail goes to them, and their permission is 1. Who has
 * unsubscribed before stays as it is, without a new entry in the log.
 */
export async function unsubscribe(
  db: Db,
  account: Account,
  contactIds: readonly number[],
  how: Unsubscribing,
): Promise<void> {
  const changed = await db
    .with('concerned', (cte) =>
      cte
        .selectFrom('contact')
        .select('id')
        .where('account_id', '=', account.id)
        .where(sql<boolean>`id = any(${contactIds}::int8[])`)
        .where('unsubscribed_at', 'is', null)
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('contact')
    .from('concerned')
    .set({
      unsubscribed_at: sql<Date>`now()`,
      unsubscribe_source: how.source,
      permission: 1,
      updated_at: sql<Date>`now()`,
    })
    .where('contact.account_id', '=', account.id)
    .whereRef('contact.id', '=', 'concerned.id')
    .returning('contact.id')
    .execute();
  const ids = changed.map(({ id }) => id);
  if (ids.length === 0) return;
  await logUnsubscriptions(db, account.id, ids, how);
  await noteWatched(db, account.id, await watchesFor(db, account.id, ['unsubscribed']), () => ids);
  if (!account.anonymise_unsubscribed) return;
  await markContacts(db, account.id, ids);
  await anonymiseContacts(db, account.id, ids);
}
