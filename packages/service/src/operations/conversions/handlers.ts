import { badRequest, type Handlers, notFound } from '@mailwright/server';
import { findMailing } from '../../mailings/index.ts';
import { findContacts, parseEmail } from '../../people/index.ts';
import { experiments } from '../../sending/index.ts';
import {
  attributionOfContacts,
  attributionOfToken,
  hasGoal,
  mailingOfOrder,
  recordConversion,
  recordUnattributed,
  tokenVerifier,
} from '../../tracking/index.ts';
import type { Context } from '../context.ts';

/** Handlers of actions of recipients on web sites of the account. */
export const conversionHandlers = {
  async createConversion({ body }, context) {
    const { db, accountId } = context;
    const { site_id: siteId, goal_id: goalId, order_id: orderId, value, timestamp = Date.now() } = body;
    if (!(await hasGoal(db, accountId, siteId, goalId))) {
      throw notFound(`Goal with id ${goalId} of site ${siteId} not found.`);
    }
    const known = await mailingOfOrder(db, accountId, siteId, orderId);
    if (known !== undefined) return { stored: true, mailing_id: known };
    const at = new Date(timestamp);
    if (Number.isNaN(at.getTime())) throw badRequest(`timestamp must be a time but was ${timestamp}`);
    const attribution = await attributionOf(body, at, context);
    const conversion = { siteId, goalId, orderId, value, at };
    if (attribution === undefined) {
      const contactIds = (await contactsOf(body, context)).map(({ id }) => id);
      const observed = await experiments.findObserved(db, accountId, contactIds);
      if (observed !== undefined) await recordUnattributed(db, accountId, conversion, observed);
      return { stored: false };
    }
    return { stored: true, mailing_id: await recordConversion(db, accountId, conversion, attribution) };
  },
} satisfies Partial<Handlers<Context>>;

interface Named {
  token?: string;
  contact_id?: number;
  contact_email?: string;
  contact_external_id?: string;
}

/** By the token if there is a good one of this account, else by what the contact clicked last. */
async function attributionOf(named: Named, at: Date, { db, accountId }: Context) {
  const content = named.token === undefined ? undefined : await tokenVerifier(db)(named.token);
  if (content?.accountId === accountId) {
    const mailing = await findMailing(db, accountId, content.mailingId);
    return mailing && attributionOfToken(db, content, mailing);
  }
  const contacts = await contactsOf(named, { db, accountId });
  return contacts.length === 0
    ? undefined
    : attributionOfContacts(
        db,
        accountId,
        contacts.map(({ id }) => id),
        at,
      );
}

async function contactsOf(
  { contact_id: id, contact_email: email, contact_external_id: externalId }: Named,
  { db, accountId }: Pick<Context, 'db' | 'accountId'>,
) {
  if (id !== undefined) return findContacts(db, accountId, { id });
  if (externalId !== undefined) return findContacts(db, accountId, { externalId });
  if (email === undefined) return [];
  const address = parseEmail(email);
  if (address === undefined) throw badRequest(`contact_email "${email}" is not an email address`);
  return findContacts(db, accountId, { email: address });
}
