import { badRequest, type Handlers, notFound } from '@mailwright/server';
import { findMailing, wasSent } from '../../mailings/index.ts';
import {
  addReasons,
  type Contact,
  findContacts,
  lockContacts,
  parseReasons,
  requireChecksum,
  requireContact,
  requireEmail,
  unsubscribe,
} from '../../people/index.ts';
import { ensureReaders } from '../../tracking/index.ts';
import type { Context } from '../context.ts';

/** Unsubscribing. It holds from the answer on. */
export const unsubscriptionHandlers = {
  async unsubscribeContact(input, context) {
    const contacts = await findContacts(context.db, context.accountId, { id: input.id });
    await unsubscribeAll(contacts, `id ${input.id}`, input, context);
  },

  async unsubscribeContactsByEmail(input, context) {
    refuseLinkedAccounts(input.nlaccountid);
    const contacts = await findContacts(context.db, context.accountId, { email: requireEmail(input.email) });
    await unsubscribeAll(contacts, `email ${input.email}`, input, context);
  },

  async unsubscribeContactsByExternalId(input, context) {
    refuseLinkedAccounts(input.nlaccountid);
    const contacts = await findContacts(context.db, context.accountId, { externalId: input.value });
    await unsubscribeAll(contacts, `external id ${input.value}`, input, context);
  },

  async addUnsubscriptionReasons(input, { db, account, accountId }) {
    const contact = requireContact(await lockContacts(db, accountId, { id: input.id }), `id ${input.id}`);
    requireChecksum(account, contact.id, input);
    if (contact.unsubscribed_at === null) throw badRequest(`Contact with id ${input.id} has not unsubscribed.`);
    await addReasons(db, accountId, contact.id, parseReasons(input.reason));
  },
} satisfies Partial<Handlers<Context>>;

async function unsubscribeAll(
  contacts: Contact[],
  named: string,
  { mailingId, reason }: { mailingId?: number; reason: string[] },
  { db, account, accountId }: Context,
): Promise<void> {
  if (contacts.length === 0) throw notFound(`Contact with ${named} not found.`);
  if (mailingId !== undefined) {
    const mailing = await findMailing(db, accountId, mailingId);
    if (mailing === undefined) throw badRequest(`mailingId must be the id of a mailing but was ${mailingId}`);
    if (!wasSent(mailing.state))
      throw badRequest(`mailingId must be the id of a mailing that was sent but was ${mailingId}`);
  }
  const ids = contacts.map(({ id }) => id);
  if (mailingId !== undefined) await ensureReaders(db, accountId, mailingId, ids);
  await unsubscribe(db, account, ids, { source: 'other', mailingId, reasons: parseReasons(reason) });
}

/** No account is linked with another one. */
function refuseLinkedAccounts(ids: number[]): void {
  if (ids.length > 0) throw badRequest(`nlaccountid must be the id of a linked account but was ${ids[0]}`);
}
