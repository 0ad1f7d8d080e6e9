import { type Handlers, notFound } from '@mailwright/server';
import {
  deleteProperty,
  listProperties,
  putProperties,
  raiseContentVersion,
  updateProperty,
} from '../../mailings/index.ts';
import type { Context } from '../context.ts';
import { requireMailing } from '../mailings/require.ts';

/** Custom properties of a mailing. */
export const mailingPropertyHandlers = {
  async getMailingProperties(input, context) {
    const mailing = await requireMailing(context, input.mailingid);
    return listProperties(context.db, context.accountId, mailing.id);
  },

  async addMailingProperties(input, context) {
    const mailing = await requireMailing(context, input.mailingid);
    await putProperties(context.db, context.accountId, mailing.id, input.body);
    await raiseContentVersion(context.db, mailing);
  },

  async updateMailingProperty({ mailingid, name, value }, context) {
    const mailing = await requireMailing(context, mailingid);
    const updated = await updateProperty(context.db, context.accountId, mailing.id, { key: name, value });
    if (!updated) throw unknownProperty(mailing.id, name);
    await raiseContentVersion(context.db, mailing);
  },

  async deleteMailingProperty({ mailingid, name }, context) {
    const mailing = await requireMailing(context, mailingid);
    const deleted = await deleteProperty(context.db, context.accountId, mailing.id, name);
    if (!deleted) throw unknownProperty(mailing.id, name);
    await raiseContentVersion(context.db, mailing);
  },
} satisfies Partial<Handlers<Context>>;

function unknownProperty(mailingId: number, name: string) {
  return notFound(`Mailing with id ${mailingId} has no property "${name}".`);
}
