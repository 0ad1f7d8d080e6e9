import { requestOptIns } from '../events/index.ts';
import type { Permission } from '../people/index.ts';
import {
  containsWords,
  createContact,
  customFields,
  findContacts,
  isStandardField,
  lockContacts,
  pageOfContacts,
  parseEmail,
  readContact,
} from '../people/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { sendSignal } from '../platform/database/signals.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';
import { type ExportedContact, exportedColumns, toExported } from './export.ts';

export interface ContactRequest {
  account?: number | undefined;
  email: string;
  permission: Permission;
  externalId?: string | undefined;
  /** Names and values of standard and custom fields. */
  fields: [name: string, value: string][];
  /** Asks for a double opt-in by mail. */
  doi: boolean;
}

/** A contact as the command shows it; times are ISO 8601. */
export interface ContactDetails extends ExportedContact {
  created: string;
  changed: string;
}

export const contactActions = {
  addContact: writes(async ({ db, afterCommit }, { account, email, ...wanted }: ContactRequest) => {
    const accountId = await chooseAccount(db, account);
    const key = requireAddress(email);
    const [existing] = await lockContacts(db, accountId, { email: key });
    if (existing !== undefined)
      throw new Error(`contact ${existing.id} already has the email address ${email}; it is not changed`);
    const { change, faults } = readContact(
      {
        email,
        ...(wanted.externalId !== undefined && { external_id: wanted.externalId }),
        standard_fields: fieldList(wanted.fields, true),
        custom_fields: fieldList(wanted.fields, false),
      },
      await customFields(db, accountId),
    );
    if (faults.length > 0) throw new Error(faults.join('; '));
    const origin = { source: 'operator', subscriptionPage: undefined };
    const id = await createContact(db, accountId, { ...change, permission: wanted.permission }, origin);
    const asked = wanted.doi ? await requestOptIns(db, accountId, [id], { permission: 4 }) : 0;
    if (asked > 0) afterCommit((database) => sendSignal(database, 'work'));
    return { id, asked };
  }),

  /** The first contacts with a text in their address, external id or name, and how many there are. */
  searchContacts: reads(
    async ({ db }, { account, text, limit }: { account?: number | undefined; text: string; limit: number }) => {
      const accountId = await chooseAccount(db, account);
      const fields = await customFields(db, accountId);
      const page = { page_size: limit, page_index: 1 };
      const { items, total } = await pageOfContacts(db, accountId, containsWords(text), page, exportedColumns);
      return { contacts: items.map((contact) => toExported(contact, fields)), total };
    },
  ),

  /** The contact with an id or an email address. */
  showContact: reads(async ({ db }, { account, contact: name }: { account?: number | undefined; contact: string }) => {
    const accountId = await chooseAccount(db, account);
    const contact = await requireContact(db, accountId, name);
    const { created_at, updated_at } = contact;
    return {
      ...toExported(contact, await customFields(db, accountId)),
      created: created_at.toISOString(),
      changed: updated_at.toISOString(),
    } satisfies ContactDetails;
  }),
} satisfies Actions;

/** @throws Error if there is no such contact, or it is anonymous */
export async function requireContact(db: Db, accountId: number, name: string) {
  const key = /^\d{1,15}$/.test(name) ? { id: Number(name) } : { email: requireAddress(name) };
  const [contact] = await findContacts(db, accountId, key);
  if (contact === undefined) throw new Error(`there is no contact ${name}; "mailwright contacts find" looks for parts`);
  if (contact.anonymous) throw new Error(`contact ${name} is anonymous`);
  return contact;
}

function requireAddress(text: string) {
  const email = parseEmail(text);
  if (email === undefined) throw new Error(`"${text}" is not an email address`);
  return email;
}

const fieldList = (fields: ContactRequest['fields'], standard: boolean) =>
  fields.filter(([name]) => isStandardField(name) === standard).map(([name, value]) => ({ name, value }));
