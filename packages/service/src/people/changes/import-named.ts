import type { Db } from '../../platform/database/schema.ts';
import { type EmailAddress, parseEmail } from '../../platform/text/email.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { ContactKey } from '../contacts/key-locks.ts';
import { findAndLockKeys, type NamedContact } from '../contacts/named.ts';
import type { Permission } from '../tables.ts';
import { type ContactRow, newContactRow } from './row.ts';
import { writeContacts } from './write.ts';

/** A contact that is to be there: found by its key, else created with what else is known of it. */
export interface WantedContact {
  key: ContactKey;
  email: string | undefined;
  externalId: string | undefined;
  permission: Permission;
}

export type ImportedContact = NamedContact & { created: boolean };

/**
 * Finds many contacts by their keys, and creates those that are missing; existing ones stay as they are. An id that no
 * contact has cannot be created. To be called in a transaction.
 */
export async function importNamed(
  db: Db,
  accountId: number,
  wanted: readonly WantedContact[],
): Promise<(contact: WantedContact) => ImportedContact | undefined> {
  const keys = wanted.map(({ key }) => key);
  const found = await findAndLockKeys(db, accountId, keys);
  const missing = new Map<string, WantedContact>();
  for (const contact of wanted) {
    if (!('id' in contact.key) && found(contact.key) === undefined) missing.set(textOf(contact.key), contact);
  }
  const created = new Set(await writeContacts(db, accountId, [...missing.values()].map(newRow), []));
  const all = created.size === 0 ? found : await findAndLockKeys(db, accountId, keys);
  return ({ key }) => {
    const contact = all(key);
    return contact && { ...contact, created: created.has(contact.id) };
  };
}

const textOf = (key: ContactKey): string => ('email' in key ? `email ${key.email.folded}` : JSON.stringify(key));

function newRow({ key, email, externalId, permission }: WantedContact): ContactRow {
  const address: EmailAddress | undefined = 'email' in key ? key.email : parseEmail(email ?? '');
  const change = {
    ...(address ? { email: address } : {}),
    ...(externalId ? { externalId } : {}),
    standardFields: {},
    customFields: {},
    preferences: [],
  };
  const origin = { source: 'transaction', subscriptionPage: undefined };
  return newContactRow(change, { permission, now: formatSqlDateTime(new Date()), origin });
}
