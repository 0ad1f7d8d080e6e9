import { badRequest, type Handlers, notFound } from '@mailwright/server';
import type { Context } from '../http/context.ts';
import { contactDocument } from './document.ts';
import { type EmailAddress, parseEmail } from './email.ts';
import { readContact } from './input.ts';
import { createdPermission } from './permission.ts';
import { customFieldTypes, findContactsByEmail, insertContact, lockEmail, updateContact } from './store.ts';

/** Contacts (service description 4.5). */
export const contactHandlers = {
  async createContactByEmail(input, { db, accountId }) {
    const email = requireEmail(input.email);
    const { change, faults } = readContact(input.body, await customFieldTypes(db, accountId));
    if (change.email && change.email.folded !== email.folded) {
      faults.push(`email of the body must be absent or that of the path, ${input.email}, but was ${input.body.email}`);
    }
    if (faults.length > 0) throw badRequest(faults.join('; '));
    await lockEmail(db, accountId, email);
    const [existing] = await findContactsByEmail(db, accountId, email);
    if (existing === undefined) {
      const origin = { source: input.src, subscriptionPage: input.subscription_page };
      const permission = input.permission ?? change.permission ?? 1;
      return insertContact(db, accountId, { ...change, email, permission }, origin);
    }
    if (input.sync_mode === 1) {
      const permission = createdPermission(existing, input.permission ?? change.permission);
      await updateContact(db, existing, { ...change, permission });
    }
    return existing.id;
  },

  async getContactByEmail(input, { db, accountId, account }) {
    const [contact] = await findContactsByEmail(db, accountId, requireEmail(input.email));
    if (contact === undefined) throw notFound(`Contact with email ${input.email} not found.`);
    return contactDocument(contact, input, account.secret);
  },
} satisfies Partial<Handlers<Context>>;

function requireEmail(text: string): EmailAddress {
  const email = parseEmail(text);
  if (email === undefined) throw badRequest(`email "${text}" is not an email address`);
  return email;
}
