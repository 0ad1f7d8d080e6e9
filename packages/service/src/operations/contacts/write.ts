import { badRequest, type Handlers } from '@mailwright/server';
import { requestOptIn } from '../../events/index.ts';
import type { Permission } from '../../people/index.ts';
import {
  type Contact,
  type ContactBody,
  type ContactChange,
  changeContact,
  createContact,
  createdPermission,
  customFields,
  grantedPermission,
  lockContacts,
  type Origin,
  readContact,
  refuseSeveral,
  requireChecksum,
  requireContact,
  requireEmail,
  requireOnlyContact,
  updatedPermission,
} from '../../people/index.ts';
import type { Context } from '../context.ts';
import { requireSeen } from '../seen.ts';
import { contactTag } from './tag.ts';

/** Creating and changing single contacts. */
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
      throw badRequest(
        `id in the body must be absent or equal to the id in the path, ${input.id}, but was ${input.body.id}`,
      );
    }
    const change = await requireChange(input.body, context);
    const contact = requireContact(await lockContacts(db, accountId, { id: input.id }), `id ${input.id}`);
    requireChecksum(account, contact.id, input);
    requireSeen(`Contact with id ${contact.id}`, contactTag(contact), input['If-Match']);
    const wanted = input.permission ?? change.permission;
    const { permission, asked } = updatedPermission(contact, wanted, input.triggerdoi);
    const origin = { source: input.src, subscriptionPage: input.page_key };
    await update(contact, { ...change, permission }, origin, context);
    if (asked === undefined) return;
    const { doimailing: key, src: source, page_key: page } = input;
    await requestOptIn(context, contact.id, { permission: asked, key, source, page });
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
  doimailing?: string;
}

/** The body as a change, or 400 with everything that is wrong with it. */
async function requireChange(body: ContactBody, { db, accountId }: Context): Promise<ContactChange> {
  const { change, faults } = readContact(body, await customFields(db, accountId));
  if (faults.length > 0) throw badRequest(faults.join('; '));
  return change;
}

/** Id of the contact, new or existing. With `doi` a permission of 4 or 5 waits for the contact's confirmation. */
async function create(
  change: ContactChange,
  existing: Contact | undefined,
  input: CreateInput,
  context: Context,
): Promise<number> {
  if (input.doiplus && !input.doi) throw badRequest('doiplus=true requires doi=true');
  const id = await createOrOverwrite(change, existing, input, context);
  const { doi, doiplus, doimailing: key, src: source, subscription_page: page } = input;
  if (doi) await requestOptIn(context, id, { permission: doiplus ? 5 : 4, key, source, page });
  return id;
}

async function createOrOverwrite(
  change: ContactChange,
  existing: Contact | undefined,
  { permission, doi, sync_mode, src, subscription_page }: CreateInput,
  context: Context,
): Promise<number> {
  const { db, accountId } = context;
  const wanted = permission ?? change.permission;
  const origin = { source: src, subscriptionPage: subscription_page };
  const decided = { ...change, permission: createdPermission(existing, wanted, doi) };
  if (existing === undefined) return createContact(db, accountId, decided, origin);
  if (sync_mode === 1) await update(existing, decided, origin, context);
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

async function update(contact: Contact, change: ContactChange, origin: Origin, { db }: Context) {
  if (contact.anonymous) throw badRequest(`Contact with id ${contact.id} is anonymous and cannot be changed.`);
  await changeContact(db, contact, change, origin);
}
