import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Contact } from '../contacts/store.ts';
import type { Permission } from '../tables.ts';
import { forgetMark } from '../unsubscriptions/marks.ts';

/** A contact has confirmed a permission itself; with that it has not unsubscribed any more, and its pause ends. It must be locked. */
export async function confirmContact(
  db: Db,
  { account_id, id, email_folded }: Contact,
  permission: Permission,
): Promise<void> {
  await db
    .updateTable('contact')
    .set({
      permission,
      unsubscribed_at: null,
      unsubscribe_source: null,
      paused_until: null,
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
  if (email_folded !== null) await forgetMark(db, account_id, email_folded);
}
