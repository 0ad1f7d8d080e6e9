import { badRequest, forbidden, type Handlers } from '@mailwright/server';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { signOffs } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { requireMailingOfType } from '../mailings/require.ts';

/** Users who stand for mailings to many recipients. */
export const signOffHandlers = {
  async getMailingSignOff({ mailingid }, context) {
    const { db, account, userId = null } = context;
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const filter = await signOffs.findAudience(db, mailing);
    const { sign_off_above: above } = account;
    const contacts = filter === undefined ? 0 : signOffs.plannedRecipients(mailing, filter);
    const users = filter === undefined ? [] : await signOffs.listSignOffs(db, mailing, filter);
    const signers = users.map(({ id }) => id);
    return {
      ...(above !== null && { above }),
      contacts,
      missing: signOffs.missingUsers({ above, recipients: contacts, signers, starter: userId }),
      users: users.map(({ id, name, signed_at }) => ({ id, name, time: formatSqlDateTime(signed_at) })),
    };
  },

  async addMailingSignOff({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const userId = requireUser(context);
    const filter = await signOffs.findAudience(context.db, mailing);
    if (filter === undefined)
      throw badRequest(`Mailing with id ${mailingid} has no target group; it cannot be signed off without one.`);
    await signOffs.addSignOff(context.db, mailing, filter, userId);
  },

  async withdrawMailingSignOff({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    await signOffs.deleteSignOff(context.db, mailing, requireUser(context));
  },
} satisfies Partial<Handlers<Context>>;

/** A program cannot stand for a mailing: whoever holds its key could sign twice. @throws ApiError 403 */
function requireUser({ userId }: Context): number {
  if (userId === undefined) throw forbidden('The API key belongs to no user; only people sign mailings off.');
  return userId;
}
