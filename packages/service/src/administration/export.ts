import type { Kysely } from 'kysely';
import { chooseAccount } from '../account/index.ts';
import type { Schema } from '../platform/database/schema.ts';
import { customValue, formatCustomValue } from '../people/contacts/custom-fields.ts';
import { contactsAfter } from '../people/contacts/list.ts';
import { customFields } from '../people/contacts/store.ts';

/** A contact as the export command writes it. */
export interface ExportedContact {
  id: number;
  email: string | null;
  external_id: string | null;
  permission: number;
  status: 'available' | 'none' | 'unsubscribed' | 'blocked';
  standard: Record<string, string | null>;
  /** Names and values of custom fields; a record would have fields that nobody made. */
  custom: [name: string, value: string][];
}

/** What the export command asks for. */
export function contactExport(db: Kysely<Schema>) {
  return {
    /** The next contacts by id, without anonymous ones. */
    async exportContacts({ account, after, limit }: { account?: number | undefined; after: number; limit: number }) {
      const accountId = await chooseAccount(db, account);
      const fields = await customFields(db, accountId);
      const contacts = await contactsAfter(db, accountId, after, limit);
      return contacts.map((contact): ExportedContact => {
        const { id, email, external_id, permission, unsubscribed_at, blocked_at, standard_fields } = contact;
        const custom = [...fields.keys()].flatMap((name) => {
          const value = customValue(contact, name, fields);
          return value === undefined ? [] : [[name, formatCustomValue(value)] satisfies [string, string]];
        });
        const mailable = permission > 1 ? 'available' : 'none';
        const status = blocked_at !== null ? 'blocked' : unsubscribed_at !== null ? 'unsubscribed' : mailable;
        return {
          id,
          email,
          external_id,
          permission,
          status,
          standard: standard_fields,
          custom,
        };
      });
    },
  };
}
