import type { Db, Permission } from '../../platform/database/schema.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { type ContactChange, mergePreferences } from '../contacts/input.ts';
import type { Contact } from '../contacts/store.ts';
import type { Origin } from './row.ts';
import { writeContacts } from './write.ts';

/** A new contact as the caller wants it. */
export type NewContact = ContactChange & { permission: Permission };

/** Creates one contact: a batch of one. Gives its id. */
export async function createContact(db: Db, accountId: number, contact: NewContact, origin: Origin): Promise<number> {
  const preferences = mergePreferences([], contact.preferences, formatSqlDateTime(new Date()));
  const row = { change: contact, clearsEmail: false, movesAddress: true, resubscribe: false, preferences, origin };
  const [id] = await writeContacts(db, accountId, [{ ...row, permission: contact.permission }], []);
  return id!;
}

/** Changes one contact, which must be locked: what the change holds. Permission is the caller's decision. */
export async function changeContact(db: Db, contact: Contact, change: ContactChange, origin: Origin): Promise<void> {
  const row = {
    id: contact.id,
    change,
    clearsEmail: false,
    permission: change.permission ?? contact.permission,
    movesAddress: change.email !== undefined && change.email.folded !== contact.email_folded,
    resubscribe: false,
    preferences: mergePreferences(contact.preferences, change.preferences, formatSqlDateTime(new Date())),
    origin,
  };
  await writeContacts(db, contact.account_id, [], [row]);
}
