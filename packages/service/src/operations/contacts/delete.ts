import { type Handlers, notFound } from '@mailwright/server';
import { type ContactKey, eraseAllContacts, eraseContacts, lockContacts, requireEmail } from '../../people/index.ts';
import type { Context } from '../context.ts';

/** Deleting contacts. */
export const contactDeleteHandlers = {
  async deleteContact(input, context) {
    await erase({ id: input.id }, `id ${input.id}`, context);
  },

  async deleteContactsByEmail(input, context) {
    await erase({ email: requireEmail(input.email) }, `email ${input.email}`, context);
  },

  async deleteContactsByExternalId(input, context) {
    await erase({ externalId: input.value }, `external id ${input.value}`, context);
  },

  async deleteAllContacts(_input, { db, accountId, wakeWorker }) {
    await eraseAllContacts(db, accountId);
    wakeWorker();
  },
} satisfies Partial<Handlers<Context>>;

async function erase(key: ContactKey, named: string, { db, accountId, wakeWorker }: Context): Promise<void> {
  const contacts = await lockContacts(db, accountId, key);
  if (contacts.length === 0) throw notFound(`Contact with ${named} not found.`);
  await eraseContacts(
    db,
    accountId,
    contacts.map(({ id }) => id),
  );
  wakeWorker();
}
