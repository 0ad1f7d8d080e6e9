import { badRequest, type Handlers } from '@mailwright/server';
import { applyBlacklists } from '../blacklists/match.ts';
import type { Permission } from '../db/schema.ts';
import { requestDoubleOptIn } from '../double-opt-in/request.ts';
import type { Context } from '../http/context.ts';
import { type ContactBody, type ContactChange, readContact } from './input.ts';
import { grantedPermission, isDoubleOptIn, setPermission } from './permission.ts';
import { refuseSeveral, requireChecksum, requireContact, requireEmail, requireOnlyContact } from './require.ts';
import { type Contact, customFields, insertContact, lockContacts, type Origin, updateContact } from './store.ts';

/** Creating and changing single contacts (service description 4.5). */
export const contactWriteHandlers = {
  async createContactByEmail(input, context) {
    const email = requireEmail(input.email);
    const change = await requireChange(input.body, context);
    if (change.email && change.email.folded !== email.folded) {
      throw badRequest(
        `email of the body must be absent or that of the path, ${input.email}, but was ${input.body.email}`,
      );
    }
    const [existing] = await lockContacts(context.db, context.accountId, { email });
    // The address in the path finds a contact; only one in the body changes how it is spelled.
    return create(existing ? change : { ...change, email }, existing, input, context);
  },

  async createContactByExternalId(input, context) {
    const change = await requireChange(input.body, context);
    if (change.externalId != null && change.externalId !== input.value) {
      throw badRequest(
        `external_id of the body must be absent or that of the path, ${input.value}, but was ${change.externalId}`,
      );
    }
    const contacts = await lockContacts(context.db, context.accountId, { externalId: input.value });
    refuseSeveral(contacts, `external id ${input.value}`);
    return create({ ...change, externalId: input.value }, contacts[0], input, context);
  },

  async updateContact(input, context) {
    const { db, account, accountId } = context;
    if (input.body.id !== undefined && input.body.id !== input.id) {
      throw badRequest(`id of the body must be absent or that of the request, ${input.id}, but was ${input.body.id}`);
    }
    const change = await requireChange(input.body, context);
    const contact = requireContact(await lockContacts(db, accountId, { id: input.id }), `id ${input.id}`);
    requireChecksum(account, contact.id, input);
    const wanted = input.permission ?? change.permission;
    if (input.triggerdoi && isDoubleOptIn(wanted)) await requestDoubleOptIn(db, accountId);
    const origin = { source: input.src, subscriptionPage: input.page_key };
    await update(contact, { ...change, permission: setPermission(contact, wanted) }, origin, context);
  },

  async updateContactByEmail(input, context) {
    const email = requireEmail(input.email);
    const change = await requireChange(input.body, context);
    const contacts = await lockContacts(context.db, context.accountId, { email });
    await updateByKey(requireContact(contacts, `email ${input.email}`), change, input.permission, context);
  },

  async updateContactByExternalId(input, context) {
    const change = await requireChange(input.body, context);
    const contacts = await lockContacts(context.db, context.accountId, { externalId: input.value });
    await updateByKey(requireOnlyContact(contacts, `external id ${input.value}`), change, input.permission, context);
  },
} satisfies Partial<Handlers<Context>>;

interface CreateInput {
  permission?: Permission;
  sync_mode: 1 | 2;
  src?: string;
  subscription_page?: string;
  doi: boolean;
  doiplus: boolean;
}

/** The body as a change, or 400 with everything that is wrong with it. */
async function requireChange(body: ContactBody, { db, accountId }: Context): Promise<ContactChange> {
  const { change, faults } = readContact(body, await customFields(db, accountId));
  if (faults.length > 0) throw badRequest(faults.join('; '));
  return change;
}

/** Id of the contact, new or existing. */
async function create(
  change: ContactChange,
  existing: Contact | undefined,
  input: CreateInput,
  context: Context,
): Promise<number> {
  const { db, accountId } = context;
  if (input.doiplus && !input.doi) throw badRequest('doiplus=true is only possible together with doi=true');
  if (input.doi) await requestDoubleOptIn(db, accountId);
  const wanted = input.permission ?? change.permission;
  const origin = { source: input.src, subscriptionPage: input.subscription_page };
  if (existing === undefined) {
    const id = await insertContact(db, accountId, { ...change, permission: wanted ?? 1 }, origin);
    await applyBlacklists(db, accountId, [id]);
    return id;
  }
  if (input.sync_mode === 1) {
    await update(existing, { ...change, permission: grantedPermission(existing, wanted) }, origin, context);
  }
  return existing.id;
}

async function updateByKey(
  contact: Contact,
  change: ContactChange,
  permission: Permission | undefined,
  context: Context,
): Promise<void> {
  const granted = grantedPermission(contact, permission ?? change.permission);
  await update(
    contact,
    { ...change, permission: granted },
    { source: undefined, subscriptionPage: undefined },
    context,
  );
}

async function update(contact: Contact, change: ContactChange, origin: Origin, { db, accountId }: Context) {
  if (contact.anonymous) throw badRequest(`Contact with id ${contact.id} is anonymous and cannot be changed.`);
  await updateContact(db, contact, change, origin);
  const movesAddress = change.email !== undefined && change.email.folded !== contact.email_folded;
  if (movesAddress) await applyBlacklists(db, accountId, [contact.id]);
}
