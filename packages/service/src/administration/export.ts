import {
  type Contact,
  type CustomFields,
  contactsAfter,
  customFields,
  customValue,
  formatCustomValue,
} from '../people/index.ts';
import { type Actions, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';

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

export const exportActions = {
  /** The next contacts by id, without anonymous ones. */
  exportContacts: writes(
    async ({ db }, { account, after, limit }: { account?: number | undefined; after: number; limit: number }) => {
      const accountId = await chooseAccount(db, account);
      const fields = await customFields(db, accountId);
      const contacts = await contactsAfter(db, accountId, after, limit);
      return contacts.map((contact) => toExported(contact, fields));
    },
  ),
} satisfies Actions;

export function toExported(contact: Contact, fields: CustomFields): ExportedContact {
  const { id, email, external_id, permission, unsubscribed_at, blocked_at, standard_fields: standard } = contact;
  const custom = [...fields.keys()].flatMap((name) => {
    const value = customValue(contact, name, fields);
    return value === undefined ? [] : [[name, formatCustomValue(value)] satisfies [string, string]];
  });
  const mailable = permission > 1 ? 'available' : 'none';
  const status = blocked_at !== null ? 'blocked' : unsubscribed_at !== null ? 'unsubscribed' : mailable;
  return { id, email, external_id, permission, status, standard, custom };
}
