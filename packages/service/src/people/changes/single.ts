import type { Db } from '../../platform/database/schema.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { ContactChange } from '../contacts/input.ts';
import type { Contact } from '../contacts/store.ts';
import type { Permission } from '../tables.ts';
import { changedContactRow, newContactRow, type Origin } from './row.ts';
import { writeContacts } from './write.ts';

/** A new contact as the caller wants it. */
export type NewContact = ContactChange & { permission: Permission };

/** Creates one contact: a batch of one. Gives its id. */
export async function createContact(db: Db, accountId: number, contact: NewContact, origin: Origin): Promise<number> {
  const row = newContactRow(contact, { permission: contact.permission, now: formatSqlDateTime(new Date()), origin });
  const [id] = await writeContacts(db, accountId, [row], []);
  return id!;
}

/** Changes one contact, which must be locked: what the change holds. Permission is the caller's decision. */
export async function changeContact(db: Db, contact: Contact, change: ContactChange, origin: Origin): Promise<void> {
  const permission = change.permission ?? contact.permission;
  const row = changedContactRow(contact, change, { permission, now: formatSqlDateTime(new Date()), origin });
  await writeContacts(db, contact.account_id, [], [row]);
}
