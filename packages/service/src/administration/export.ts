import {
  type Contact,
  type CustomFields,
  contactState,
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
  status: ReturnType<typeof contactState>['state'];
  /** Why the contact is unsubscribed, held back or blocked. */
  status_reason: string | null;
  /** Since when, ISO 8601. */
  status_since: string | null;
  /** Until when the contact is held back, ISO 8601. */
  status_until: string | null;
  tags: string[];
  standard: Record<string, string | null>;
  /** Names and values of custom fields; a record would have fields that nobody made. */
  custom: [name: string, value: string][];
}

/** Columns of which an exported contact is made. */
export const exportedColumns = [
  'id',
  'email',
  'external_id',
  'permission',
  'tags',
  'unsubscribed_at',
  'unsubscribe_source',
  'blocked_at',
  'block_reason',
  'blocked_until',
  'standard_fields',
  'custom_fields',
] as const satisfies (keyof Contact)[];

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

export function toExported(
  contact: Pick<Contact, (typeof exportedColumns)[number]>,
  fields: CustomFields,
): ExportedContact {
  const { id, email, external_id, permission, tags, standard_fields: standard } = contact;
  const { state: status, reason: status_reason, since, until } = contactState(contact);
  const custom = [...fields.keys()].flatMap((name) => {
    const value = customValue(contact, name, fields);
    return value === undefined ? [] : [[name, formatCustomValue(value)] satisfies [string, string]];
  });
  const status_since = since?.toISOString() ?? null;
  const status_until = until?.toISOString() ?? null;
  const state = { status, status_reason, status_since, status_until };
  return { id, email, external_id, permission, ...state, tags, standard, custom };
}
