import type { Handlers } from '@mailwright/server';
import { findContacts, lockContacts, requireContact } from '../../people/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { sunset } from '../../sending/index.ts';
import type { Context } from '../context.ts';

/** Contacts that rest by the sunset policy of the account. */
export const contactRestHandlers = {
  async getContactRest({ id }, { db, accountId }) {
    const contact = requireContact(await findContacts(db, accountId, { id }), `id ${id}`);
    const rest = await sunset.findRest(db, accountId, contact.id);
    if (rest === undefined) return { state: 'awake' as const };
    const { asked_at, mailing_id, rests_at } = rest;
    return {
      state: rests_at === null ? ('asked' as const) : ('resting' as const),
      asked_at: formatSqlDateTime(asked_at),
      ...(mailing_id !== null && { mailing_id }),
      ...(rests_at !== null && { resting_since: formatSqlDateTime(rests_at) }),
    };
  },

  async resumeContact({ id }, { db, accountId }) {
    const contact = requireContact(await lockContacts(db, accountId, { id }), `id ${id}`);
    await sunset.wakeContact(db, accountId, contact.id);
  },
} satisfies Partial<Handlers<Context>>;
