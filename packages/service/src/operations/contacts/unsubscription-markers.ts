import { type Handlers, notFound, reply } from '@mailwright/server';
import { isMarked, requireEmail, setMark } from '../../people/index.ts';
import type { Context } from '../context.ts';

/** Marks of addresses that have unsubscribed. */
export const unsubscriptionMarkerHandlers = {
  async getUnsubscriptionMarker({ email }, { db, accountId }) {
    if (!(await isMarked(db, accountId, requireEmail(email)))) throw notMarked(email);
  },

  async setUnsubscriptionMarker({ email }, { db, accountId }) {
    return reply((await setMark(db, accountId, requireEmail(email), true)) ? 200 : 201);
  },

  async deleteUnsubscriptionMarker({ email }, { db, accountId }) {
    if (!(await setMark(db, accountId, requireEmail(email), false))) throw notMarked(email);
  },
} satisfies Partial<Handlers<Context>>;

const notMarked = (email: string) => notFound(`The address "${email}" is not marked as unsubscribed.`);
