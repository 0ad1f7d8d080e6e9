import { type Handlers, notFound, reply } from '@mailwright/server';
import { type ContactFilter, findContactFilter, memberCondition } from '../../audiences/index.ts';
import {
  blocked,
  contactCounts,
  contactDocuments,
  customFields,
  explainBlocks,
  findContacts,
  pageOfContacts,
  requireChecksum,
  requireContact,
  requireEmail,
  updatedAfter,
} from '../../people/index.ts';
import { requireTime } from '../../platform/time/require.ts';
import type { Context } from '../context.ts';
import { contactTag } from './tag.ts';

/** Reading contacts. */
export const contactReadHandlers = {
  async getContact(input, context) {
    const { db, accountId, account } = context;
    const contact = requireContact(await findContacts(db, accountId, { id: input.id }), `id ${input.id}`);
    requireChecksum(account, contact.id, input);
    return reply(200, (await documentsOf(input, context))(contact), { etag: contactTag(contact) });
  },

  async getContactByEmail(input, context) {
    const contacts = await findContacts(context.db, context.accountId, { email: requireEmail(input.email) });
    const contact = requireContact(contacts, `email ${input.email}`);
    return (await documentsOf(input, context))(contact);
  },

  async listContactsByEmail(input, context) {
    const contacts = await findContacts(context.db, context.accountId, { email: requireEmail(input.email) });
    return contacts.map(await documentsOf(input, context));
  },

  async listContactsByExternalId(input, context) {
    const contacts = await findContacts(context.db, context.accountId, { externalId: input.value });
    return contacts.map(await documentsOf(input, context));
  },

  async listContacts(input, context) {
    const condition = changedAfter(input);
    const { items, total } = await pageOfContacts(
      context.db,
      context.accountId,
      condition,
      input,
      contactDocuments.shownColumns(input),
    );
    return { items: items.map(await documentsOf(input, context)), total };
  },

  async countContacts(input, { db, accountId }) {
    const condition = changedAfter(input);
    return contactCounts.totalOfContacts(db, accountId, condition);
  },

  async listContactsByFilter(input, context) {
    const condition = memberCondition(await requireFilter(context, input.contactFilterId));
    const { items, total } = await pageOfContacts(
      context.db,
      context.accountId,
      condition,
      input,
      contactDocuments.shownColumns(input),
    );
    const named = items.filter(({ anonymous }) => !anonymous);
    return { items: named.map(await documentsOf(input, context)), total };
  },

  async countContactsByFilter(input, context) {
    const condition = memberCondition(await requireFilter(context, input.contactFilterId));
    return contactCounts.totalOfContacts(context.db, context.accountId, condition);
  },

  async countActiveContactsByFilter(input, context) {
    const condition = memberCondition(await requireFilter(context, input.contactFilterId));
    return (await contactCounts.countContacts(context.db, context.accountId, condition)).active;
  },

  async listBlockedContacts(input, context) {
    const { items, total } = await pageOfContacts(context.db, context.accountId, blocked, input, [
      ...contactDocuments.shownColumns(input),
      'block_reason',
      'blocked_at',
    ]);
    const document = await documentsOf(input, context);
    const ids = items.map(({ id }) => id);
    const explanations = await explainBlocks(context.db, context.accountId, ids);
    const documents = items.map((contact) => ({
      ...document(contact),
      blocking_reason: contact.block_reason!,
      blocking_timestamp: contact.blocked_at!.toISOString().slice(0, 16).replace('T', ' '),
      blocking_explanation: explanations.get(contact.id),
    }));
    return { items: documents, total };
  },
} satisfies Partial<Handlers<Context>>;

function changedAfter({ updated_after }: { updated_after?: string }) {
  return updatedAfter(updated_after === undefined ? undefined : requireTime('updated_after', updated_after));
}

/** Makes the documents of contacts, with the fields that were asked for. */
export async function documentsOf(
  selection: Parameters<typeof contactDocuments.contactDocument>[1],
  { db, accountId, account }: Context,
) {
  const fields = selection.custom_field.length > 0 ? await customFields(db, accountId) : new Map();
  return (contact: contactDocuments.ShownContact) =>
    contactDocuments.contactDocument(contact, selection, fields, account.secret);
}

async function requireFilter({ db, accountId }: Context, id: number): Promise<ContactFilter> {
  const filter = await findContactFilter(db, accountId, id);
  if (filter === undefined) throw notFound('Contact filter', id);
  return filter;
}
